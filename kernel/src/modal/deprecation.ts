import { createLogger } from '../errors/log.js'

/** Names already reported on this page. */
const told = new Set<string>()

interface Deprecation {
  /** npm package with the deprecated name. */
  readonly plugin: string
  /** As written by a site: `option "legacy"`, `modal.old()`. */
  readonly name: string
  /** Replacement. */
  readonly instead: string
  /** Version that removes it. */
  readonly removedIn: string
}

/**
 * Warns on the console about a deprecated name, once per page and in development only, regardless of the log level. docs/deprecations.md describes
 * the schedule.
 */
export function warnDeprecated({ plugin, name, instead, removedIn }: Deprecation): void {
  if (process.env.NODE_ENV === 'production' || told.has(`${plugin} ${name}`)) return
  told.add(`${plugin} ${name}`)
  createLogger('warn', plugin).warn(`${name} is deprecated and goes with ${removedIn}. Use ${instead}.`)
}
