import { bytesToHex } from '@noble/hashes/utils.js'
import { formatAmount, type Network } from '@wallet-modal/kernel'
import type { ApprovalFact, ApprovalRequest, ApprovalStep } from '../../contract.js'
import type { Coin, DecodedPsbt } from './psbt.js'

/** Effects of a PSBT for the approval sheet: net amount that the wallet spends or receives, fee, and each input and output. */
export function describePsbt(
  { inputs, outputs, feeBase }: DecodedPsbt,
  { nativeCurrency: { symbol, decimals } }: Network,
): Pick<ApprovalRequest, 'facts' | 'steps'> {
  const toText = (amountBase: bigint): string => `${formatAmount(amountBase, decimals)} ${symbol}`
  const own = (coins: readonly Coin[]): bigint =>
    coins.reduce((sum, { account, amountBase }) => (account ? sum + amountBase : sum), 0n)
  const leaving = own(inputs) - own(outputs)
  const addressFact = (label: 'from' | 'to', { address, script }: Coin): ApprovalFact =>
    address === undefined
      ? { label: 'script', value: bytesToHex(script), format: 'data' }
      : { label, value: address, format: 'address' }
  return {
    facts: [
      leaving < 0n ? { label: 'incoming', value: toText(-leaving) } : { label: 'outgoing', value: toText(leaving) },
      { label: 'fee', value: toText(feeBase) },
    ],
    steps: [
      ...outputs.map(
        (output): ApprovalStep => ({
          kind: output.account ? 'change' : 'output',
          facts: [{ label: 'value', value: toText(output.amountBase) }, addressFact('to', output)],
        }),
      ),
      ...inputs.map((input): ApprovalStep => {
        const { amountBase, signer, sighash } = input
        return {
          kind: signer ? 'input' : 'otherInput',
          facts: [
            { label: 'value', value: toText(amountBase) },
            addressFact('from', input),
            ...(signer && sighash ? [{ label: 'sighash', value: sighash } as const] : []),
          ],
        }
      }),
    ],
  }
}
