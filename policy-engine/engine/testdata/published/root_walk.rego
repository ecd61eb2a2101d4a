package whole

deny contains path if {
	[path, value] := walk(input)
	value == "secret"
}

keys contains key if input[key]

first := input[_].anything
