import { createLogger } from '../errors/log.js'

/** Names that were told about on this page. */
const told = new Set<string>()

interface Deprecation {
  /** Who brings it: the npm package name. */
  readonly plugin: string
  /** As a site writes it: `option "legacy"`, `modal.old()`. */
  readonly name: string
  /** What to write in its place. */
  readonly instead: string
  /** The version that no longer has it. */
  readonly removedIn: string
}

/**
 * Tells a site owner, once per page and name and in development only, that something will go: a warning on the console, whatever the log level.
 * docs/deprecations.md says how long it stays.
 */
export function warnDeprecated({ plugin, name, instead, removedIn }: Deprecation): void {
  if (process.env.NODE_ENV === 'production' || told.has(`${plugin} ${name}`)) return
  told.add(`${plugin} ${name}`)
  createLogger('warn', plugin).warn(`${name} is deprecated and goes with ${removedIn}. Use ${instead}.`)
}
