// Runs in the page, before the site: the page's half of an extension. What it is asked goes to the half with the keys, outside the page.
import { injectExtension } from '@polkadot/extension-inject/bundle'
import type { Injected, InjectedAccount } from '@polkadot/extension-inject/types'

interface PageHalf {
  inject(): void
  /** The extension's other half tells that its accounts have changed. */
  tell(accounts: InjectedAccount[]): void
  /** How many listeners the site has put on it. */
  listeners(): number
}

declare global {
  interface Window {
    extensionPlan: { readonly isLate: boolean }
    askExtension(method: string, params: unknown): Promise<unknown>
    extension: PageHalf
  }
}

const listeners = new Set<(accounts: InjectedAccount[]) => unknown>()
const ask = async <T>(method: string, params: unknown = null): Promise<T> =>
  (await window.askExtension(method, params)) as T

async function enable(origin: string): Promise<Injected> {
  await ask('enable', origin)
  return {
    accounts: {
      get: () => ask('accounts'),
      subscribe(listener) {
        listeners.add(listener)
        void ask<InjectedAccount[]>('accounts').then(listener)
        return () => listeners.delete(listener)
      },
    },
    signer: { signRaw: (raw) => ask('signRaw', raw) },
  }
}

window.extension = {
  listeners: () => listeners.size,
  inject: () => injectExtension(enable, { name: 'polkadot-js', version: '0.62.6' }),
  tell(accounts) {
    for (const listener of listeners) listener(accounts)
  },
}
if (!window.extensionPlan.isLate) window.extension.inject()
