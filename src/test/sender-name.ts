/** The header in which a process that delivers says which it is. */
export const SENDER_HEADER = 'x-eventide-process';

/** How a process that delivers calls itself, in that header and as the host that a mail comes from. */
export const senderName = (pid: number) => `process-${String(pid)}`;
