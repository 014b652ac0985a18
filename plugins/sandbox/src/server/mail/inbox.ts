export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
  /** ISO 8601. */
  readonly receivedAt: string
}

/** Stores the latest 200 mails of the sandbox. */
export interface Inbox {
  add(mail: Omit<Mail, 'receivedAt'>): void
  /** Newest first. */
  list(): readonly Mail[]
  clear(): void
}

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
