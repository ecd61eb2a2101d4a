module tipstaff/conformance/v2

go 1.26.4

require github.com/hashicorp/go-tfe/v2 v2.4.0
