import * as ecc from '@bitcoinerlab/secp256k1'
import { hex } from '@scure/base'
import type { Account } from '@wallet-modal/kernel'
import { crypto, initEccLib, networks, Psbt, payments, Transaction } from 'bitcoinjs-lib'
import { ECPairFactory } from 'ecpair'
import { beforeAll, describe, expect, it } from 'vitest'
import { preparePsbt } from './psbt.js'

beforeAll(() => initEccLib(ecc))

const network = networks.regtest
const key = ECPairFactory(ecc).fromPrivateKey(hex.decode('11'.repeat(32)), { network })
const stranger = ECPairFactory(ecc).fromPrivateKey(hex.decode('22'.repeat(32)), { network })
const internal = key.publicKey.slice(1)

type Kind = 'p2wpkh' | 'p2tr' | 'p2sh' | 'p2pkh'

function outputs() {
  initEccLib(ecc)
  const p2wpkh = payments.p2wpkh({ pubkey: key.publicKey, network })
  return {
    p2wpkh,
    p2tr: payments.p2tr({ internalPubkey: internal, network }),
    p2sh: payments.p2sh({ redeem: p2wpkh, network }),
    p2pkh: payments.p2pkh({ pubkey: key.publicKey, network }),
  }
}

const bytes = (value: Uint8Array | undefined): Uint8Array => value ?? new Uint8Array()
const account = (kind: Kind): Account => ({ address: outputs()[kind].address ?? '', type: 'payment' })

/** A PSBT with one input of this kind, one input of a stranger, and two outputs. */
function draft(kind: Kind, { value = 60_000n, locktime = 0, version = 2 } = {}): Psbt {
  const script = bytes(outputs()[kind].output)
  const psbt = new Psbt({ network })
  psbt.setLocktime(locktime)
  psbt.setVersion(version)
  if (kind === 'p2pkh') {
    const before = new Transaction()
    before.addInput(new Uint8Array(32).fill(1), 0)
    before.addOutput(script, 100_000n)
    psbt.addInput({ hash: before.getId(), index: 0, nonWitnessUtxo: before.toBuffer() })
  } else {
    psbt.addInput({
      hash: 'aa'.repeat(32),
      index: 0,
      witnessUtxo: { script, value: 100_000n },
      ...(kind === 'p2sh' && { redeemScript: bytes(outputs().p2wpkh.output) }),
      ...(kind === 'p2tr' && { tapInternalKey: internal }),
    })
  }
  const other = bytes(payments.p2wpkh({ pubkey: stranger.publicKey, network }).output)
  psbt.addInput({ hash: 'bb'.repeat(32), index: 1, witnessUtxo: { script: other, value: 5_000n } })
  psbt.addOutput({ script: other, value })
  psbt.addOutput({ script, value: 30_000n })
  return psbt
}

function sign(psbt: Psbt, kind: Kind): Psbt {
  const signer = kind === 'p2tr' ? key.tweak(crypto.taggedHash('TapTweak', internal)) : key
  return psbt.signInput(0, signer)
}

const kinds: readonly Kind[] = ['p2wpkh', 'p2tr', 'p2sh', 'p2pkh']

describe.each(kinds)('a PSBT that spends from %s', (kind) => {
  const prepare = (signInputs?: Record<string, readonly number[]>) =>
    preparePsbt(draft(kind).toBase64(), { accounts: [account(kind)], signInputs })

  it('requests signatures for all inputs of the account if the request names none', () => {
    expect(prepare().signInputs).toEqual({ [account(kind).address]: [0] })
  })

  it('is accepted if the wallet signed it, finalized or not', () => {
    const signed = sign(draft(kind), kind)
    expect(() => prepare().check(signed.toBase64())).not.toThrow()
    signed.finalizeInput(0)
    expect(() => prepare().check(signed.toBase64())).not.toThrow()
  })

  it('is finalized into the same transaction, whether the wallet finalized its input or not', () => {
    const request = draft(kind).signInput(1, stranger)
    const prepared = preparePsbt(request.toBase64(), { accounts: [account(kind)], signInputs: undefined })
    const signed = sign(request, kind)
    const transaction = prepared.finish(signed.toBase64())
    expect(prepared.idOf(signed.toBase64())).toBe(Transaction.fromHex(transaction).getId())
    signed.finalizeInput(0)
    expect(prepared.finish(signed.toBase64())).toBe(transaction)
    expect(prepared.idOf(signed.toBase64())).toBe(Transaction.fromHex(transaction).getId())
  })

  it('is rejected if the wallet did not sign it', () => {
    expect(() => prepare().check(draft(kind).toBase64())).toThrow('input 0 is not signed')
  })

  it('is rejected with another amount, lock time or version, or an additional input, even with a valid signature', () => {
    expect(() => prepare().check(sign(draft(kind, { value: 60_001n }), kind).toBase64())).toThrow('its outputs differ')
    for (const change of [{ locktime: 5 }, { version: 1 }])
      expect(() => prepare().check(sign(draft(kind, change), kind).toBase64())).toThrow('version or lock time differs')
    const more = draft(kind).addInput({
      hash: 'cc'.repeat(32),
      index: 0,
      witnessUtxo: { script: bytes(outputs().p2wpkh.output), value: 1n },
    })
    expect(() => prepare().check(sign(more, kind).toBase64())).toThrow('its inputs differ')
  })

  it('is rejected with the signature of another transaction, and with a signature with a flipped bit', () => {
    const foreign = sign(draft(kind, { value: 1n }), kind).data.inputs[0]
    const wrong = draft(kind)
    wrong.updateInput(
      0,
      foreign?.tapKeySig ? { tapKeySig: foreign.tapKeySig } : { partialSig: foreign?.partialSig ?? [] },
    )
    expect(() => prepare().check(wrong.toBase64())).toThrow('the signature of input 0 is not valid')

    const flipped = sign(draft(kind), kind)
    const input = flipped.data.inputs[0]
    const signature = input?.tapKeySig ?? input?.partialSig?.[0]?.signature
    if (!signature) throw new Error('not signed')
    signature[20] = (signature[20] ?? 0) ^ 1
    expect(() => prepare().check(flipped.toBase64())).toThrow('the signature of input 0 is not valid')
  })

  it('is rejected with a SIGHASH_NONE signature unless the site requested that sighash type', () => {
    const open = draft(kind)
    open.updateInput(0, { sighashType: Transaction.SIGHASH_NONE })
    const request = open.toBase64()
    const signer = kind === 'p2tr' ? key.tweak(crypto.taggedHash('TapTweak', internal)) : key
    const signed = open.signInput(0, signer, [Transaction.SIGHASH_NONE]).toBase64()
    expect(() => prepare().check(signed)).toThrow('does not have the requested sighash type')
    const withSighashNone = preparePsbt(request, { accounts: [account(kind)], signInputs: undefined })
    expect(() => withSighashNone.check(signed)).not.toThrow()
    expect(() => withSighashNone.check(sign(draft(kind), kind).toBase64())).toThrow(
      'does not have the requested sighash type',
    )
  })

  it('is rejected if the request names missing inputs, no inputs, or an address that is not connected', () => {
    expect(() => prepare({ [account(kind).address]: [2] })).toThrow('it has no input 2')
    expect(() => prepare({ [account(kind).address]: [-1] })).toThrow('it has no input -1')
    expect(() => prepare({ bcrt1qother: [0] })).toThrow('is not connected')
    expect(() => prepare({})).toThrow('no input is known to spend from')
  })
})

describe('preparing a PSBT', () => {
  it('rejects a text that is not a PSBT', () => {
    for (const text of ['', 'x', 'cHNidP8=', 'AAAA'])
      expect(() => preparePsbt(text, { accounts: [account('p2wpkh')], signInputs: undefined })).toThrow('is not a PSBT')
  })

  it('requests no signatures from a connected address without inputs: an empty list could mean all inputs', () => {
    const accounts = [account('p2tr'), account('p2wpkh')]
    const prepared = preparePsbt(draft('p2wpkh').toBase64(), { accounts, signInputs: undefined })
    expect(prepared.signInputs).toEqual({ [account('p2wpkh').address]: [0] })
  })

  it('rejects a PSBT without inputs of the account', () => {
    const text = draft('p2wpkh').toBase64()
    expect(() => preparePsbt(text, { accounts: [account('p2tr')], signInputs: undefined })).toThrow(
      'no input is known to spend from',
    )
  })

  it('finalizes the signed PSBT into a transaction with the witnesses of all inputs', () => {
    const psbt = draft('p2wpkh')
    psbt.signInput(1, stranger)
    const prepared = preparePsbt(psbt.toBase64(), { accounts: [account('p2wpkh')], signInputs: undefined })
    const signed = sign(psbt, 'p2wpkh').toBase64()
    prepared.check(signed)
    const transaction = Transaction.fromHex(prepared.finish(signed))
    expect(transaction.ins.map(({ witness }) => witness.length)).toEqual([2, 2])
    expect(transaction.outs[0]?.value).toBe(60_000n)
  })
})
