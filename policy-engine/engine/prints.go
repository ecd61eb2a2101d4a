package engine

import (
	"fmt"

	"github.com/open-policy-agent/opa/v1/topdown/print"
)

const (
	maxPrintLines = 200
	maxPrintBytes = 64 * 1024
)

// prints collects the output of print calls, up to a limit.
type prints struct {
	mask  func(string) string
	lines []string
	bytes int
}

// Print implements print.Hook. It adds a line with the location of the call.
func (p *prints) Print(context print.Context, text string) error {
	left := maxPrintBytes - p.bytes
	if len(p.lines) == maxPrintLines || left <= 0 {
		return nil
	}
	masked := p.mask(text)
	line := masked[:min(len(masked), left)]
	if context.Location != nil {
		line = fmt.Sprintf("%s: %s", context.Location, line)
	}
	line = line[:min(len(line), left)]
	p.lines = append(p.lines, line)
	p.bytes += len(line)
	return nil
}
