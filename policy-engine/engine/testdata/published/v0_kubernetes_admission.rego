package kubernetes.admission

deny[msg] {
	input.request.kind.kind == "Pod"
	image := input.request.object.spec.containers[_].image
	not startswith(image, "registry.example.com/")
	msg := sprintf("image '%v' comes from an untrusted registry", [image])
}
