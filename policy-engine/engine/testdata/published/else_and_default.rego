package else_and_default

default verdict := "unknown"

verdict := "destroys" if {
	"delete" in input.plan.resource_changes[_].change.actions
} else := "changes" if {
	count(input.plan.resource_changes) > 0
} else := "nothing"

deny contains "it destroys" if verdict == "destroys"

deny contains index if {
	input.plan.resource_changes[index].index == 0
	input.plan.resource_changes[index].index != "a"
	input.plan.resource_changes[index].deposed
}
