import type { Announcement } from '../plan.js'
import type { Link } from './link.js'

interface View {
  readonly accounts: readonly { readonly address: string }[]
  readonly chains: readonly string[]
}

const solanaFeatures = [
  'solana:signMessage',
  'solana:signTransaction',
  'solana:signAndSendTransaction',
  'solana:signIn',
]
const bitcoinFeatures = ['bitcoin:signMessage', 'bitcoin:signTransaction']

const isView = (value: unknown): value is View =>
  Array.isArray(Reflect.get(Object(value), 'accounts')) && Array.isArray(Reflect.get(Object(value), 'chains'))

/** Replaces each account object in an input with `{ address }`: the wallet identifies accounts by address only. */
const toPlainAccounts = (input: unknown): unknown => {
  if (typeof input !== 'object' || input === null || input instanceof Uint8Array) return input
  const { account, inputsToSign }: { readonly account?: object; readonly inputsToSign?: readonly unknown[] } = input
  return {
    ...input,
    ...(account && { account: { address: Reflect.get(account, 'address') } }),
    ...(inputsToSign && { inputsToSign: inputsToSign.map(toPlainAccounts) }),
  }
}

/** Adds a Wallet Standard wallet to the page. Like an extension, the wallet first reads the accounts that the site may use, then registers. */
export async function announceStandard({ namespace, name, icon, chains }: Announcement, link: Link): Promise<void> {
  let view: View = { accounts: [], chains }
  const updateView = (next: unknown): void => {
    if (isView(next)) view = next
  }
  link.ownListener = updateView // runs before the page's listeners, which can read `accounts` and `chains`
  updateView(await link.ask('accounts'))

  const signing = namespace === 'solana' ? solanaFeatures : bitcoinFeatures
  const connecting = namespace === 'solana' ? 'standard:connect' : 'bitcoin:connect'
  const forward = async (feature: string, inputs: readonly unknown[]): Promise<unknown> => {
    const answer = await link.ask(feature, ...inputs.map(toPlainAccounts))
    if (feature === connecting || feature === 'solana:signIn') updateView(await link.ask('accounts'))
    return feature === connecting ? ownAccounts(answer) : answer
  }
  /** Replaces each account in an answer with the object in the wallet's `accounts` that has the same address. */
  const ownAccounts = (answer: unknown): unknown => {
    const answered: unknown = Reflect.get(Object(answer), 'accounts')
    if (!Array.isArray(answered)) return answer
    const addressOf = (one: unknown): unknown => Reflect.get(Object(one), 'address')
    return {
      accounts: answered.map((one) => view.accounts.find(({ address }) => address === addressOf(one)) ?? one),
    }
  }
  const feature = (id: string) => ({
    version: id === 'solana:signMessage' ? '1.1.0' : '1.0.0',
    ...(/solana:sign(AndSend)?Transaction/.test(id) && { supportedTransactionVersions: ['legacy', 0] }),
    [id.slice(id.indexOf(':') + 1)]: (...inputs: readonly unknown[]) => forward(id, inputs),
  })
  register({
    version: '1.0.0',
    name,
    icon,
    get chains() {
      return view.chains
    },
    get accounts() {
      return view.accounts
    },
    features: {
      ...Object.fromEntries([connecting, 'standard:disconnect', ...signing].map((id) => [id, feature(id)])),
      'standard:events': {
        version: '1.0.0',
        on(event: string, listener: (change: View) => void) {
          const notify = (): void => listener(view)
          if (event === 'change') link.on('change', notify)
          return () => link.off('change', notify)
        },
      },
    },
  })
}

interface Api {
  register(wallet: object): unknown
}

const hasRegister = (value: unknown): value is Api => typeof Reflect.get(Object(value), 'register') === 'function'

/** Announces a wallet to the page with the events of `@wallet-standard/wallet`. Works before and after the page's code is loaded. */
function register(wallet: object): void {
  const callback = ({ register: add }: Api): unknown => add(wallet)
  dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: callback }))
  addEventListener('wallet-standard:app-ready', (event) => {
    const detail: unknown = Reflect.get(event, 'detail') // typed as Event, not as CustomEvent
    if (hasRegister(detail)) callback(detail)
  })
}
