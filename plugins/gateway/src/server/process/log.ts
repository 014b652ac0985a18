/** Log for the operator. Replaces secrets of the configuration, email addresses, and everything after the host in URLs by `***`. */
export interface Log {
  info(text: string): void
  fault(error: unknown): void
}

/** Paths and queries of nodes and services often contain an API key. */
const urlPath = /\b((?:https?|wss?):\/\/[^\s/?#"'<>]+)[/?#][^\s"'<>]+/g
const mailAddress = /[^\s<>"'(),:;]+@[^\s<>"'(),:;]+/g

export function createLog(secrets: readonly string[], write: (line: string) => void = console.error): Log {
  const knownSecrets = secrets.filter((secret) => secret.length >= 4).sort((a, b) => b.length - a.length)
  const clean = (text: string): string =>
    knownSecrets
      .reduce((rest, secret) => rest.replaceAll(secret, '***'), text)
      .replace(urlPath, '$1/***')
      .replace(mailAddress, '***')
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
