import type { ReplyPayload, WalletAccountType } from '../../frame-messages.js'
import type { Login, ReadyLogin } from '../account/account.js'
import { type FrameChain, FrameError } from '../gateway.js'

export const chainOf = ({ account }: Login, chainId: number): FrameChain => {
  const chain = account.chains.find((one) => one.chainId === chainId)
  if (chain) return chain
  throw new FrameError(4902, 'The embedded wallet does not know this network.')
}

interface UserState {
  /** Chain that the page has chosen. */
  readonly chosenChain: number
  typeOf(known: ReadyLogin): Promise<WalletAccountType>
}

/** Account of a login, as the page receives it. */
export async function describeUser(
  known: ReadyLogin,
  { chosenChain, typeOf }: UserState,
): Promise<ReplyPayload<'GET_USER'>> {
  const { account, address } = known
  const chains = account.chains.map(({ chainId }) => chainId)
  const chainId = chains.includes(chosenChain) ? chosenChain : chains[0]
  if (chainId === undefined) throw new FrameError('NO_CHAINS', 'The gateway serves no chain.')
  const { smartAccount, userName, email } = account
  const { readState } = await import('../transactions/smart-account.js')
  // the state of a chain that does not respond is read again before a batch
  const { isDelegated } = await readState(known, chainOf(known, chainId)).catch(() => ({ isDelegated: false }))
  const types: readonly WalletAccountType[] = smartAccount === null ? ['eoa'] : ['eoa', 'smartAccount']
  return {
    ...{ email, userName, address, chainId, chains },
    accounts: types.map((type) => ({ address, type })),
    preferredAccountType: smartAccount === null ? 'eoa' : await typeOf(known),
    smartAccountDeployed: isDelegated,
    ...(smartAccount !== null && { smartAccount }),
    solanaNetworks: account.solana?.chains.map(({ caipNetworkId }) => caipNetworkId) ?? [],
  }
}
