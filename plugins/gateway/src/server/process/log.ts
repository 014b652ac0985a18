/** Log for the operator. Replaces secrets of the configuration and email addresses by `***`. */
export interface Log {
  info(text: string): void
  fault(error: unknown): void
}

const mailAddress = /[^\s<>"'(),:;]+@[^\s<>"'(),:;]+/g

export function createLog(secrets: readonly string[], write: (line: string) => void = console.error): Log {
  const knownSecrets = secrets.filter((secret) => secret.length >= 4).sort((a, b) => b.length - a.length)
  const clean = (text: string): string =>
    knownSecrets.reduce((rest, secret) => rest.replaceAll(secret, '***'), text).replace(mailAddress, '***')
  const line = (level: string, text: string) => write(`${new Date().toISOString()} ${level} ${clean(text)}`)
  return {
    info: (text) => line('info', text),
    fault: (error) => line('fault', error instanceof Error ? (error.stack ?? error.message) : String(error)),
  }
}

/** Password in a URL, percent-encoded and decoded. Empty if there is none. */
export function urlSecrets(url: string): readonly string[] {
  const { password } = new URL(url)
  return password === '' ? [] : [password, decodeURIComponent(password)]
}
