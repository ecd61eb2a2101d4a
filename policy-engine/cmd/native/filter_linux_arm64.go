package main

import "golang.org/x/sys/unix"

const machine = unix.AUDIT_ARCH_AARCH64
