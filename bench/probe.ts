// Reports a process's resource usage on request. This module is loaded into a measured process if the operating system
// has no /proc.
process.on('message', (message) => {
  if (message !== 'usage') return;
  const { user, system } = process.cpuUsage();
  process.send?.({ cpu: (user + system) * 1_000, peak: process.resourceUsage().maxRSS * 1_024 });
});
process.channel?.unref();
