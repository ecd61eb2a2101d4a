package run

deny contains "production is not deleted" if {
	input.run.is_destroy
	input.run.workspace.tag_bindings.stage == "production"
}

deny contains message if {
	"production" in input.run.workspace.tags
	not input.run.workspace.vcs_repo.identifier
	input.run.source == "tfe-api"
	message := sprintf("%s of %s", [input.run.created_by.username, input.run.organization.name])
}

deny contains "the pipeline says no" if {
	input.run.pipeline.url
	input.run.workspace.owner_group == "x"
	input.run.project.name == "shop"
	some name, variable in input.run.variables
	variable.category == "env"
}
