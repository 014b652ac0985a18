type Method = (...inputs: readonly unknown[]) => unknown

export const icon =
  'data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciIHZpZXdCb3g9IjAgMCAzMiAzMiI+PHJlY3Qgd2lkdGg9IjMyIiBoZWlnaHQ9IjMyIiByeD0iOCIvPjxwYXRoIGZpbGw9IiNmZmYiIGQ9Ik04IDExaDE2djExSDh6Ii8+PC9zdmc+'

interface Registry {
  register(wallet: object): () => void
}

const isMethod = (value: unknown): value is Method => typeof value === 'function'

const methodOf = (wallet: object, feature: string, name: string): Method => {
  const method = Object(Object(Reflect.get(wallet, 'features'))[feature])[name]
  if (!isMethod(method)) throw new Error(`The sandbox wallet has no ${feature}.`)
  return method
}

/**
 * The sandbox wallet as other clients on the page find it (Wallet Standard). Its code is loaded by the first request; until then it has no
 * accounts, like a wallet that has not authorized the site. `load` is called again after it failed.
 */
export function createStandardWallet(load: () => Promise<object>): object {
  let loaded: object | undefined
  const listeners = new Set<readonly unknown[]>()
  const stops = new Map<readonly unknown[], () => void>()
  const subscribe = (found: object, inputs: readonly unknown[]): (() => void) => {
    const stop = methodOf(found, 'standard:events', 'on')(...inputs)
    return () => void (isMethod(stop) && stop())
  }
  const wallet = async (): Promise<object> => {
    const found = await load()
    if (!loaded) for (const inputs of listeners) stops.set(inputs, subscribe(found, inputs))
    loaded = found
    return found
  }
  const later =
    (feature: string, name: string): Method =>
    async (...inputs) =>
      methodOf(await wallet(), feature, name)(...inputs)
  const on: Method = (...inputs) => {
    listeners.add(inputs)
    if (loaded) stops.set(inputs, subscribe(loaded, inputs))
    return () => {
      listeners.delete(inputs)
      stops.get(inputs)?.()
      stops.delete(inputs)
    }
  }
  const versions = { supportedTransactionVersions: ['legacy', 0] }
  return {
    version: '1.0.0',
    name: 'Sandbox Wallet',
    icon,
    chains: ['solana:localnet'],
    features: {
      'standard:connect': { version: '1.0.0', connect: later('standard:connect', 'connect') },
      'standard:disconnect': { version: '1.0.0', disconnect: later('standard:disconnect', 'disconnect') },
      'standard:events': { version: '1.0.0', on },
      'solana:signMessage': { version: '1.1.0', signMessage: later('solana:signMessage', 'signMessage') },
      'solana:signIn': { version: '1.0.0', signIn: later('solana:signIn', 'signIn') },
      'solana:signTransaction': {
        version: '1.0.0',
        ...versions,
        signTransaction: later('solana:signTransaction', 'signTransaction'),
      },
      'solana:signAndSendTransaction': {
        version: '1.0.0',
        ...versions,
        signAndSendTransaction: later('solana:signAndSendTransaction', 'signAndSendTransaction'),
      },
    },
    get accounts() {
      return loaded ? Reflect.get(loaded, 'accounts') : []
    },
  }
}

/**
 * Registers the wallet with all Wallet Standard clients on the page, before or after they start. Returns a function that unregisters it, which
 * `registerWallet` of `@wallet-standard/wallet` cannot.
 */
export function register(wallet: object): () => void {
  const leave = new Set<() => void>()
  const join = (registry: Registry): void => void leave.add(registry.register(wallet))
  const onReady = (event: Event): void => join(Reflect.get(event, 'detail'))
  addEventListener('wallet-standard:app-ready', onReady)
  dispatchEvent(Object.assign(new Event('wallet-standard:register-wallet'), { detail: join }))
  return () => {
    removeEventListener('wallet-standard:app-ready', onReady)
    for (const stop of leave) stop()
  }
}
