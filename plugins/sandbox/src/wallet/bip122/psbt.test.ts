import { OP, p2tr, p2wpkh, SigHash, Transaction } from '@scure/btc-signer'
import { pubECDSA, pubSchnorr } from '@scure/btc-signer/utils.js'
import { describe, expect, it } from 'vitest'
import { sandboxNetworks } from '../../networks.js'
import { accounts } from './accounts.js'
import { describePsbt } from './approval.js'
import { keyOf, regtest } from './keys.js'
import { readPsbt } from './psbt.js'

const [payment, ordinals] = accounts
const network = sandboxNetworks('http://127.0.0.1:4700').find(({ namespace }) => namespace === 'bip122')
if (!network) throw new Error('there is no Bitcoin network')

const stranger = new Uint8Array(32).fill(7)
const scripts = {
  payment: keyOf(payment).script,
  ordinals: keyOf(ordinals).script,
  stranger: p2wpkh(pubECDSA(stranger), regtest).script,
}
const strangerAddress = p2wpkh(pubECDSA(stranger), regtest).address ?? ''
type Owner = keyof typeof scripts

interface Plan {
  readonly from: readonly (readonly [Owner, bigint, number?])[]
  readonly to: readonly (readonly [Owner, bigint])[]
}

function draft({ from, to }: Plan): Transaction {
  const transaction = new Transaction({ allowUnknownOutputs: true, unknown: 'ignore' })
  for (const [at, [owner, amount, sighashType]] of from.entries())
    transaction.addInput({
      txid: new Uint8Array(32).fill(at + 1),
      index: at,
      witnessUtxo: { script: scripts[owner], amount },
      ...(sighashType !== undefined && { sighashType }),
    })
  for (const [owner, amount] of to) transaction.addOutput({ script: scripts[owner], amount })
  return transaction
}

const encode = (transaction: Transaction): string => Buffer.from(transaction.toPSBT()).toString('base64')
const decode = (psbt: string): Transaction => Transaction.fromPSBT(Buffer.from(psbt, 'base64'))
const simple: Plan = {
  from: [
    ['payment', 70_000n],
    ['ordinals', 40_000n],
  ],
  to: [
    ['stranger', 50_000n],
    ['payment', 59_000n],
  ],
}

describe('a PSBT', () => {
  it('is parsed completely: owners and amounts of inputs and outputs, and the fee', () => {
    const { inputs, outputs, feeBase } = readPsbt({ psbt: encode(draft(simple)) })
    expect(inputs.map(({ signer, amountBase }) => [signer?.address, amountBase])).toEqual([
      [payment.address, 70_000n],
      [ordinals.address, 40_000n],
    ])
    expect(outputs.map(({ address, account, amountBase }) => [address, account?.type, amountBase])).toEqual([
      [strangerAddress, undefined, 50_000n],
      [payment.address, 'payment', 59_000n],
    ])
    expect(feeBase).toBe(1_000n)
  })

  it('shows the amount that leaves the wallet, the fee, each input and output, and the change', () => {
    const { facts, steps } = describePsbt(readPsbt({ psbt: encode(draft(simple)) }), network)
    expect(facts).toEqual([
      { label: 'outgoing', value: '0.00051 BTC' },
      { label: 'fee', value: '0.00001 BTC' },
    ])
    expect(steps?.map(({ kind, facts: [value, where] }) => [kind, where?.value, value?.value])).toEqual([
      ['output', strangerAddress, '0.0005 BTC'],
      ['change', payment.address, '0.00059 BTC'],
      ['input', payment.address, '0.0007 BTC'],
      ['input', ordinals.address, '0.0004 BTC'],
    ])
  })

  it("with inputs of others: only the wallet's inputs are signed, and a net gain is shown as received", () => {
    const psbt = encode(
      draft({
        from: [
          ['stranger', 90_000n],
          ['payment', 10_000n],
        ],
        to: [
          ['payment', 60_000n],
          ['stranger', 39_000n],
        ],
      }),
    )
    const read = readPsbt({ psbt })
    const { facts, steps } = describePsbt(read, network)
    expect(facts[0]).toEqual({ label: 'incoming', value: '0.0005 BTC' })
    expect(steps?.map(({ kind }) => kind)).toEqual(['change', 'output', 'otherInput', 'input'])
    const signed = decode(read.sign())
    expect(signed.getInput(0).partialSig).toBeUndefined()
    expect(signed.getInput(1).partialSig).toHaveLength(1)
    expect(() => read.finish()).toThrow('not all inputs are signed')
    signed.signIdx(stranger, 0)
    signed.finalize()
    expect(signed.isFinal).toBe(true)
  })

  it('is signed only at the requested inputs', () => {
    const psbt = encode(draft(simple))
    const read = readPsbt({ psbt, signInputs: { [ordinals.address]: [1] } })
    expect(
      describePsbt(read, network)
        .steps?.map(({ kind }) => kind)
        .slice(2),
    ).toEqual(['otherInput', 'input'])
    const signed = decode(read.sign())
    expect(signed.getInput(0).partialSig).toBeUndefined()
    expect(signed.getInput(1).tapKeySig).toHaveLength(64)
  })

  it('with a partial sighash type shows the type, and is signed with it', () => {
    const kind = SigHash.SINGLE_ANYONECANPAY
    const psbt = encode(draft({ from: [['payment', 70_000n, kind]], to: [['stranger', 60_000n]] }))
    const read = readPsbt({ psbt })
    expect(describePsbt(read, network).steps?.[1]?.facts[2]).toEqual({
      label: 'sighash',
      value: 'SINGLE_ANYONECANPAY',
    })
    const [[, signature] = []] = decode(read.sign()).getInput(0).partialSig ?? []
    expect(signature?.at(-1)).toBe(kind)
    const all = encode(draft({ from: [['payment', 70_000n, SigHash.ALL]], to: [['stranger', 60_000n]] }))
    expect(describePsbt(readPsbt({ psbt: all }), network).steps?.[1]?.facts).toHaveLength(2)
  })

  it('with an OP_RETURN output shows the exact bytes of its script', () => {
    const transaction = draft({ from: [['payment', 70_000n]], to: [['payment', 60_000n]] })
    transaction.addOutput({ script: Uint8Array.of(OP.RETURN, 2, 0xca, 0xfe), amount: 0n })
    const { steps } = describePsbt(readPsbt({ psbt: encode(transaction) }), network)
    expect(steps?.[1]).toEqual({
      kind: 'output',
      facts: [
        { label: 'value', value: '0 BTC' },
        { label: 'script', value: '6a02cafe', format: 'data' },
      ],
    })
  })

  it('keeps its unknown fields when it is signed', () => {
    const transaction = draft(simple)
    transaction.updateInput(0, { unknown: [[{ type: 0x77, key: Uint8Array.of(1) }, Uint8Array.of(2, 3)]] })
    const kept = Transaction.fromPSBT(Buffer.from(readPsbt({ psbt: encode(transaction) }).sign(), 'base64'), {
      unknown: 'ignore',
    })
    expect(kept.getInput(0).unknown).toEqual([[{ type: 0x77, key: Uint8Array.of(1) }, Uint8Array.of(2, 3)]])
  })

  it.each([
    ['that cannot be parsed', 'cHNidA==', undefined, 'not a PSBT'],
    [
      'without an input of the wallet',
      encode(draft({ from: [['stranger', 9n]], to: [['payment', 1n]] })),
      undefined,
      'No input spends',
    ],
    [
      'with outputs worth more than its inputs',
      encode(draft({ from: [['payment', 9n]], to: [['payment', 10n]] })),
      undefined,
      'worth more',
    ],
    [
      'with a requested input of another address',
      encode(draft(simple)),
      { [payment.address]: [1] },
      'does not spend from',
    ],
    [
      'with a requested input that does not exist',
      encode(draft(simple)),
      { [payment.address]: [2] },
      'does not spend from',
    ],
    ['with an empty list of requested inputs', encode(draft(simple)), {}, 'has no input to sign'],
    [
      'with a requested input for an address outside of the wallet',
      encode(draft(simple)),
      { [strangerAddress]: [0] },
      'not connected',
    ],
  ] as const)('%s is rejected', (_, psbt, signInputs, sentence) => {
    const requestedInputs =
      signInputs && Object.fromEntries(Object.entries(signInputs).map(([key, list]) => [key, [...list]]))
    expect(() => readPsbt({ psbt, ...(requestedInputs && { signInputs: requestedInputs }) })).toThrow(sentence)
  })

  it('without the UTXO of an input is rejected, since its fee cannot be shown', () => {
    const transaction = draft(simple)
    transaction.addInput({ txid: new Uint8Array(32).fill(9), index: 0 })
    expect(() => readPsbt({ psbt: encode(transaction) })).toThrow('Input 2 has no UTXO data')
  })

  it('that is finalized is rejected', () => {
    const transaction = draft({ from: [['payment', 70_000n]], to: [['stranger', 60_000n]] })
    transaction.signIdx(keyOf(payment).privateKey, 0)
    transaction.finalize()
    expect(() => readPsbt({ psbt: encode(transaction) })).toThrow('Input 0 is already finalized')
  })

  it('with an input of the wallet’s Taproot key but another script tree: the input is not attributed to the wallet', () => {
    const { script } = p2tr(pubSchnorr(keyOf(ordinals).privateKey), { script: Uint8Array.of(OP.OP_1) }, regtest, true)
    const transaction = draft({ from: [['stranger', 9_000n]], to: [['stranger', 8_000n]] })
    transaction.addInput({ txid: new Uint8Array(32).fill(9), index: 0, witnessUtxo: { script, amount: 5_000n } })
    expect(() => readPsbt({ psbt: encode(transaction) })).toThrow('No input spends')
  })
})
