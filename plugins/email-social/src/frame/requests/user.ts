import type { ReplyPayload, WalletAccountType } from '../../frame-messages.js'
import type { Login, LoginWithKey } from '../account/account.js'
import { type FrameChain, FrameError } from '../gateway.js'

/** EVM chain that the gateway serves for the account. Throws 4902 for other chains. */
export const chainOf = ({ account }: Login, chainId: number): FrameChain => {
  const chain = account.chains.find((one) => one.chainId === chainId)
  if (chain) return chain
  throw new FrameError(4902, 'The embedded wallet does not know this network.')
}

interface UserState {
  /** Id of the EVM chain that the page has selected; 0 for none. */
  readonly chosenChain: number
  typeOf(login: LoginWithKey): Promise<WalletAccountType>
}

/** Reply to `GET_USER`. Rejects with `NO_CHAINS` if the gateway serves no EVM chain. */
export async function describeUser(
  login: LoginWithKey,
  { chosenChain, typeOf }: UserState,
): Promise<ReplyPayload<'GET_USER'>> {
  const { account, address } = login
  const chains = account.chains.map(({ chainId }) => chainId)
  const chainId = chains.includes(chosenChain) ? chosenChain : chains[0]
  if (chainId === undefined) throw new FrameError('NO_CHAINS', 'The gateway serves no EVM chain.')
  const { smartAccount, userName, email, socialProvider } = account
  const { readSmartAccountState } = await import('../transactions/smart-account.js')
  // without a reply of the node, reports no delegation; the frame reads the state again before each batch
  const { isDelegated } = await readSmartAccountState(login, chainOf(login, chainId)).catch(() => ({
    isDelegated: false,
  }))
  const types: readonly WalletAccountType[] = smartAccount === null ? ['eoa'] : ['eoa', 'smartAccount']
  return {
    ...{ email, userName, socialProvider, address, chainId, chains },
    accounts: types.map((type) => ({ address, type })),
    preferredAccountType: smartAccount === null ? 'eoa' : await typeOf(login),
    smartAccountDeployed: isDelegated,
    ...(smartAccount !== null && { smartAccount }),
    solanaNetworks: account.solana?.chains.map(({ caipNetworkId }) => caipNetworkId) ?? [],
  }
}
