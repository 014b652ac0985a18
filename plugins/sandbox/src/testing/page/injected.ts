import type { Announcement } from '../plan.js'
import type { Link } from './link.js'

/** Adds an extension to `window.injectedWeb3`, in the format that `@polkadot/extension-dapp` reads. */
export function announceInjected({ name }: Announcement, link: Link): void {
  const enable = async (origin: string): Promise<object> => {
    await link.ask('enable', origin)
    return {
      accounts: {
        get: () => link.ask('accounts'),
        subscribe(listener: (accounts: unknown) => void) {
          link.on('accounts', listener)
          void link.ask('accounts').then(listener)
          return () => link.off('accounts', listener)
        },
      },
      signer: {
        signRaw: (request: unknown) => link.ask('signRaw', request),
        signPayload: (payload: unknown) => link.ask('signPayload', payload),
      },
    }
  }
  const injected: object = Reflect.get(window, 'injectedWeb3') ?? {}
  Object.assign(injected, { [name]: { version: '1.0.0', enable } })
  Object.assign(window, { injectedWeb3: injected })
}
