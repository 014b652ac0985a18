export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
  /** ISO 8601. */
  readonly receivedAt: string
}

/** Every mail that the sandbox sends ends here. */
export interface Inbox {
  add(mail: Omit<Mail, 'receivedAt'>): void
  /** Newest first. */
  list(): readonly Mail[]
  clear(): void
}

/** Mails that are kept. */
const LIMIT = 200

export function createInbox(): Inbox {
  let mails: readonly Mail[] = []
  return {
    add(mail) {
      mails = [{ ...mail, receivedAt: new Date().toISOString() }, ...mails].slice(0, LIMIT)
    },
    list: () => mails,
    clear() {
      mails = []
    },
  }
}
