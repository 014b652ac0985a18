import { type Context, type SessionSupport, sessionNamespaces } from '@wallet-modal/kernel'
import type { SessionRules } from './families.js'

/** Namespaces contributed by plugins for sessions, once loaded. */
export interface ContributedNamespaces {
  /** Loads those with a network of the site. One that fails to load is left out and retried the next time. */
  load(): Promise<void>
  /** `undefined` if no plugin contributes the namespace, or it is not loaded. */
  of(namespace: string): (SessionRules & SessionSupport) | undefined
  loaded(): readonly SessionRules[]
}

export function createContributed(ctx: Context): ContributedNamespaces {
  const contributions = ctx.all(sessionNamespaces)
  const known = new Map<object, SessionRules & SessionSupport>()
  /** By namespace; the last contribution wins. */
  const byNamespace = () => new Map(contributions.peek().map((one) => [one.namespace, one]))
  return {
    async load() {
      const listed = new Set(ctx.networks.peek().map(({ namespace }) => namespace))
      const missing = [...byNamespace().values()].filter((one) => listed.has(one.namespace) && !known.has(one))
      await Promise.all(
        missing.map(async (one) => {
          try {
            const { namespace } = one
            known.set(one, { ...(await one.load()), namespace })
          } catch (error) {
            ctx.log.warn(`"${one.namespace}" cannot be used in sessions`, error)
          }
        }),
      )
    },
    of: (namespace) => known.get(byNamespace().get(namespace) ?? {}),
    loaded: () => [...byNamespace().values()].flatMap((one) => known.get(one) ?? []),
  }
}
