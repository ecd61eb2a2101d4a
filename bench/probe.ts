// Loaded into a measured process where the system has no /proc: answers what it has used.
process.on('message', (message) => {
  if (message !== 'usage') return;
  const { user, system } = process.cpuUsage();
  process.send?.({ cpu: (user + system) * 1_000, peak: process.resourceUsage().maxRSS * 1_024 });
});
process.channel?.unref();
