import { createLogger } from '../errors/log.js'

/** Names already reported on this page. */
const reported = new Set<string>()

interface Deprecation {
  /** npm package with the deprecated name. */
  readonly plugin: string
  /** Name as in a site's code: `option "legacy"`, `modal.old()`. */
  readonly name: string
  /** Replacement. */
  readonly instead: string
  /** Version that removes the name. */
  readonly removedIn: string
}

/**
 * Warns on the console about a deprecated name, once per page and in development only, regardless of the log level. docs/deprecations.md describes
 * the schedule.
 */
export function warnDeprecated({ plugin, name, instead, removedIn }: Deprecation): void {
  if (process.env.NODE_ENV === 'production' || reported.has(`${plugin} ${name}`)) return
  reported.add(`${plugin} ${name}`)
  createLogger('warn', plugin).warn(`${name} is deprecated and will be removed in ${removedIn}. Use ${instead}.`)
}
