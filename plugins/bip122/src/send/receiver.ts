import { messageOf, type ReceiverIssue, type ReceiverReport, type SendDraft } from '@wallet-modal/kernel'
import { foreignNetwork } from '@wallet-modal/kernel/assets'
import { readAddress } from '../address.js'
import { chainOf, chains } from '../chains.js'
import { unspendableReason } from '../transactions/outputs.js'

const refuse = (code: string, text?: string): ReceiverReport => ({
  address: undefined,
  issues: [{ code, severity: 'refuse', ...(text && { text }) }],
})

/** See `SendHandler.inspectReceiver`. Checks the address without reading from the chain. */
export function inspectReceiver(
  typed: string,
  { connection, network }: Pick<SendDraft, 'connection' | 'network'>,
): ReceiverReport {
  const text = typed.trim()
  const chain = chainOf(network.caipNetworkId)
  const foreign = foreignNetwork(text, 'bip122')
  if (foreign) return refuse('wrongNetwork', foreign)
  try {
    const address = readAddress(text)
    if (!chain || !address.isOn(chain)) {
      const networkNames = chains.filter((one) => address.isOn(one)).map(({ name }) => name)
      return refuse('wrongNetwork', networkNames.join(', '))
    }
    const reason = unspendableReason(address)
    if (reason !== undefined) return refuse('unspendable', reason)
    const own: readonly ReceiverIssue[] =
      address.text === connection.account.address ? [{ code: 'ownAddress', severity: 'warn' }] : []
    return { address: address.text, issues: own }
  } catch (error) {
    const message = messageOf(error)
    if (/private key/.test(message)) return refuse('privateKey', message)
    return refuse(/checksum/.test(message) ? 'wrongChecksum' : 'invalidAddress', message)
  }
}
