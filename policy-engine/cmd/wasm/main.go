//go:build wasip1

// The engine as a WebAssembly module: the host writes a request into its memory, and reads the answer there.
package main

import (
	"unsafe"

	"tipstaff/policy-engine/engine"
)

var (
	served  engine.Engine
	request []byte
	answer  []byte
)

// engineRequest makes space for a request of a size, and answers its address.
//
//go:wasmexport engine_request
func engineRequest(size uint32) unsafe.Pointer {
	answer = nil
	request = make([]byte, size)
	return unsafe.Pointer(unsafe.SliceData(request))
}

// engineHandle serves the request, and answers the size of the answer.
//
//go:wasmexport engine_handle
func engineHandle() uint32 {
	answer = served.Answer(request)
	request = nil
	return uint32(len(answer))
}

// engineAnswer answers the address of the answer.
//
//go:wasmexport engine_answer
func engineAnswer() unsafe.Pointer { return unsafe.Pointer(unsafe.SliceData(answer)) }

func main() {}
