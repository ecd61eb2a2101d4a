//go:build !linux || !(amd64 || arm64)

package main

import "errors"

func confine(uint64, uint64) error {
	return errors.New("the program can be confined only on Linux on x64 and arm64")
}
