import { WalletModalError } from '@wallet-modal/kernel'
import type { SwapRequest } from '@wallet-modal/swap/contract'
import { DELEGATION, type Destinations } from './bridge-calls.js'

/**
 * Throws `REFUSED` if the account is a contract on the sending network and has no code on the receiving network: the bridge pays the same address on
 * the receiving network, where possibly nobody controls it. An account with a delegation (EIP-7702) belongs to its key on every network. Also throws
 * if the code cannot be read.
 */
export async function assertSameAccount(
  { network, receiveNetwork, account }: SwapRequest,
  { codeAt }: Pick<Destinations, 'codeAt'>,
): Promise<void> {
  const code = (await codeAt(network.caipNetworkId, account)).toLowerCase()
  if (code === '0x' || code.startsWith(DELEGATION)) return
  if ((await codeAt(receiveNetwork.caipNetworkId, account)) !== '0x') return
  throw new WalletModalError(
    'REFUSED',
    `This account is a contract on ${network.name} that does not exist on ${receiveNetwork.name}: the tokens would be lost.`,
  )
}
