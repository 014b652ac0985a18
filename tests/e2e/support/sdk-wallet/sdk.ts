import { createWalletClient, type Hex, http } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { anvil } from 'viem/chains'

interface SdkOptions {
  readonly appName: string
  readonly chainIds: readonly number[]
}

interface Request {
  readonly method: string
  readonly params?: readonly unknown[] | object
}

/** Storage key for the site's permission. */
const ALLOWED = 'sdk-wallet-allowed'

/** A wallet SDK in the page, for wallets without an extension: an EIP-1193 provider with viem, a real key and the sandbox's chain. */
export function createSdk({ appName, chainIds }: SdkOptions): { getProvider(): object } {
  const account = privateKeyToAccount('0x5de4111afa1a4b94908f83103eb1f1706367c2e68ca870fc3fb9a804cdab365a')
  const rpcUrl: unknown = Reflect.get(window, 'sdkRpcUrl')
  const client = createWalletClient({
    account,
    chain: anvil,
    transport: http(String(rpcUrl), { fetchOptions: { headers: { 'Content-Type': 'text/plain' } } }),
  })
  Object.assign(window, { sdkMadeFor: { appName, chainIds } })
  const request = async ({ method, params }: Request): Promise<unknown> => {
    const list: readonly unknown[] = Array.isArray(params) ? params : []
    switch (method) {
      case 'eth_requestAccounts':
        localStorage.setItem(ALLOWED, 'yes')
        return [account.address]
      case 'eth_accounts':
        return localStorage.getItem(ALLOWED) ? [account.address] : []
      case 'wallet_revokePermissions':
        localStorage.removeItem(ALLOWED)
        return null
      case 'personal_sign':
        return account.signMessage({ message: { raw: String(list[0]) as Hex } })
      default:
        return client.request({ method, params } as never)
    }
  }
  return { getProvider: () => ({ request, on: () => undefined, removeListener: () => undefined }) }
}
