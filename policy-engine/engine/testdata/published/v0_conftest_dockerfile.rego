package main

deny[msg] {
	input[i].Cmd == "from"
	val := split(input[i].Value[0], ":")
	val[1] == "latest"
	msg := "no latest images"
}
