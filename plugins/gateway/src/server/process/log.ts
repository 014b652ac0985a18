/** Log for the operator. Replaces secrets of the configuration, email addresses, and everything after the host in URLs by `***`. */
export interface Log {
  info(text: string): void
  fault(error: unknown): void
}

/** Paths and queries of nodes and services often contain an API key. */
const urlPath = /\b((?:https?|wss?):\/\/[^\s/?#"'<>]+)[/?#][^\s"'<>]+/g
/** Does not match scoped packages in paths (`/@hono/node-server/`) or versions of packages (`nodemailer@10.6.0`). */
const mailAddress = /[^\s<>"(),:;]+@(?:[a-z\d-]+\.)+[a-z][a-z\d-]*/gi

export function createLog(secrets: readonly string[], write: (line: string) => void = console.error): Log {
  const knownSecrets = secrets.filter((secret) => secret.length >= 4).sort((a, b) => b.length - a.length)
  const clean = (text: string): string =>
    knownSecrets
      .reduce((cleaned, secret) => cleaned.replaceAll(secret, '***'), text)
      .replace(urlPath, '$1/***')
      .replace(mailAddress, '***')
  const line = (level: string, text: string) => write(`${new Date().toISOString()} ${level} ${clean(text)}`)
  return {
    info: (text) => line('info', text),
    fault: (error) => line('fault', describe(error)),
  }
}

/** Maximum number of nested causes (a cause of a cause) in the log. */
const MAX_CAUSE_DEPTH = 5

/** Stack of an error and of its causes. */
function describe(error: unknown, depth = 0): string {
  if (!(error instanceof Error)) return String(error)
  const text = error.stack ?? error.message
  const causes = [
    ...(error instanceof AggregateError ? error.errors : []),
    ...(error.cause === undefined ? [] : [error.cause]),
  ]
  if (depth === MAX_CAUSE_DEPTH) return text
  return [text, ...causes.map((cause) => `Caused by: ${describe(cause, depth + 1)}`)].join('\n')
}

/** Password of a URL in two forms, percent-encoded and decoded. Empty if the URL has no password. */
export function urlSecrets(url: string): readonly string[] {
  const { password } = new URL(url)
  return password === '' ? [] : [password, decodeURIComponent(password)]
}
