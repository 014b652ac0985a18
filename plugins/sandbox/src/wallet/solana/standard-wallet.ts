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
 * Sandbox wallet for all Wallet Standard clients on the page. The first request loads the wallet's code with `load`. Until then, the wallet has no
 * accounts, like a wallet that has not authorized the site. If `load` fails, the next request calls it again.
 */
export function createStandardWallet(load: () => Promise<object>): object {
  let loaded: object | undefined
  const listeners = new Set<readonly unknown[]>()
  /** Unsubscribe functions of the listeners that are registered with the loaded wallet. */
  const unsubscribers = new Map<readonly unknown[], () => void>()
  const subscribe = (target: object, inputs: readonly unknown[]): (() => void) => {
    const stop = methodOf(target, 'standard:events', 'on')(...inputs)
    return () => void (isMethod(stop) && stop())
  }
  const loadWallet = async (): Promise<object> => {
    const target = await load()
    if (!loaded) for (const inputs of listeners) unsubscribers.set(inputs, subscribe(target, inputs))
    loaded = target
    return target
  }
  const lazyMethod =
    (feature: string, name: string): Method =>
    async (...inputs) =>
      methodOf(await loadWallet(), feature, name)(...inputs)
  const on: Method = (...inputs) => {
    listeners.add(inputs)
    if (loaded) unsubscribers.set(inputs, subscribe(loaded, inputs))
    return () => {
      listeners.delete(inputs)
      unsubscribers.get(inputs)?.()
      unsubscribers.delete(inputs)
    }
  }
  const versions = { supportedTransactionVersions: ['legacy', 0] }
  return {
    version: '1.0.0',
    name: 'Sandbox Wallet',
    icon,
    chains: ['solana:localnet'],
    features: {
      'standard:connect': { version: '1.0.0', connect: lazyMethod('standard:connect', 'connect') },
      'standard:disconnect': { version: '1.0.0', disconnect: lazyMethod('standard:disconnect', 'disconnect') },
      'standard:events': { version: '1.0.0', on },
      'solana:signMessage': { version: '1.1.0', signMessage: lazyMethod('solana:signMessage', 'signMessage') },
      'solana:signIn': { version: '1.0.0', signIn: lazyMethod('solana:signIn', 'signIn') },
      'solana:signTransaction': {
        version: '1.0.0',
        ...versions,
        signTransaction: lazyMethod('solana:signTransaction', 'signTransaction'),
      },
      'solana:signAndSendTransaction': {
        version: '1.0.0',
        ...versions,
        signAndSendTransaction: lazyMethod('solana:signAndSendTransaction', 'signAndSendTransaction'),
      },
    },
    get accounts() {
      return loaded ? Reflect.get(loaded, 'accounts') : []
    },
  }
}

/**
 * Registers the wallet with all Wallet Standard clients on the page, before or after they start. Returns a function that unregisters the wallet.
 * `registerWallet` of `@wallet-standard/wallet` is not used, because it returns no such function.
 */
export function register(wallet: object): () => void {
  const unregisterFunctions = new Set<() => void>()
  const registerWith = (registry: Registry): void => void unregisterFunctions.add(registry.register(wallet))
  const onReady = (event: Event): void => registerWith(Reflect.get(event, 'detail'))
  addEventListener('wallet-standard:app-ready', onReady)
  dispatchEvent(Object.assign(new Event('wallet-standard:register-wallet'), { detail: registerWith }))
  return () => {
    removeEventListener('wallet-standard:app-ready', onReady)
    for (const stop of unregisterFunctions) stop()
  }
}
