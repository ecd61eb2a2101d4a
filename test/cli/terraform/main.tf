# Resources that Terraform has itself: no provider is installed.
resource "terraform_data" "private" {
  input = { acl = "private", owner = "network" }
}

resource "terraform_data" "public" {
  count = 2
  input = { acl = "public-read", owner = count.index == 0 ? "network" : "" }
}

resource "terraform_data" "replaced" {
  input            = { acl = "private", owner = "größe" }
  triggers_replace = [terraform_data.private.id]
}
