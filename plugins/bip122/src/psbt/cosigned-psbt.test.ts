import * as ecc from '@bitcoinerlab/secp256k1'
import { hex } from '@scure/base'
import { initEccLib, networks, Psbt, payments, script, Transaction } from 'bitcoinjs-lib'
import { witnessStackToScriptWitness } from 'bitcoinjs-lib/src/psbt/psbtutils'
import { ECPairFactory } from 'ecpair'
import { describe, expect, it } from 'vitest'
import { preparePsbt } from './psbt.js'

initEccLib(ecc)

const network = networks.regtest
const pairOf = (byte: string) => ECPairFactory(ecc).fromPrivateKey(hex.decode(byte.repeat(32)), { network })
const [key, cosigner, stranger] = [pairOf('11'), pairOf('22'), pairOf('33')] as const
const bytes = (value: Uint8Array | undefined): Uint8Array => value ?? new Uint8Array()

const multisig = payments.p2ms({ m: 2, pubkeys: [key.publicKey, cosigner.publicKey], network })
const segwit = payments.p2wsh({ redeem: multisig, network })
const leafScript = script.compile([
  ...[key.publicKey.slice(1), script.OPS.OP_CHECKSIGVERIFY ?? 0],
  ...[cosigner.publicKey.slice(1), script.OPS.OP_CHECKSIG ?? 0],
])
const redeem = { output: leafScript, redeemVersion: 0xc0 }
const taproot = payments.p2tr({
  internalPubkey: stranger.publicKey.slice(1),
  scriptTree: { output: leafScript },
  redeem,
  network,
})

/** Ways in which two keys sign together. */
const outputs = { 'p2wsh multisig': segwit, 'a taproot script': taproot }
type Kind = keyof typeof outputs

/** A PSBT whose only input needs the signatures of both keys. */
function draft(kind: Kind, { hasScript = true } = {}): Psbt {
  const { output, address = '' } = outputs[kind]
  const psbt = new Psbt({ network })
  psbt.addInput({
    ...{ hash: 'aa'.repeat(32), index: 0, witnessUtxo: { script: bytes(output), value: 100_000n } },
    ...(kind === 'p2wsh multisig' && hasScript && { witnessScript: bytes(multisig.output) }),
    ...(kind === 'a taproot script' && {
      tapLeafScript: [{ leafVersion: 0xc0, script: leafScript, controlBlock: bytes(taproot.witness?.at(-1)) }],
    }),
  })
  return psbt.addOutput({ address, value: 99_000n })
}

const prepare = (kind: Kind, psbt: Psbt) => {
  const { address = '' } = outputs[kind]
  return preparePsbt(psbt.toBase64(), { accounts: [{ address, type: 'payment' }], signInputs: undefined })
}

/** Changes one byte of the signature by this key. */
function spoil(psbt: Psbt, { publicKey }: { readonly publicKey: Uint8Array }): Psbt {
  const { partialSig = [], tapScriptSig = [] } = psbt.data.inputs[0] ?? {}
  const isOf = ({ pubkey }: { readonly pubkey: Uint8Array }): boolean =>
    hex.encode(publicKey).endsWith(hex.encode(pubkey))
  const signature = [...partialSig, ...tapScriptSig].find(isOf)?.signature
  if (!signature) throw new Error('not signed')
  signature[20] = (signature[20] ?? 0) ^ 1
  return psbt
}

describe.each(Object.keys(outputs) as Kind[])('a PSBT that another key has already signed (%s)', (kind) => {
  const given = () => draft(kind).signInput(0, cosigner)

  it('is accepted if the wallet adds its signature to that of the other key', () => {
    expect(() => prepare(kind, given()).check(given().signInput(0, key).toBase64())).not.toThrow()
  })

  it('is rejected if the added signature is not valid', () => {
    const signed = spoil(given().signInput(0, key), key)
    expect(() => prepare(kind, given()).check(signed.toBase64())).toThrow('the signature of input 0 is not valid')
  })

  it('is rejected if the wallet adds no signature', () => {
    const unsigned = given() // Schnorr signatures are random, so a second call would add another one
    expect(() => prepare(kind, unsigned).check(unsigned.toBase64())).toThrow('input 0 is not signed')
  })

  it('is rejected if only one of two added signatures is valid', () => {
    for (const signer of [key, cosigner]) {
      const signed = spoil(draft(kind).signInput(0, key).signInput(0, cosigner), signer)
      expect(() => prepare(kind, draft(kind)).check(signed.toBase64())).toThrow('the signature of input 0 is not valid')
    }
  })
})

it('a PSBT is rejected if the wallet signs, and adds a sighash byte to the taproot signature of another key', () => {
  const kind = 'a taproot script'
  const given = draft(kind).signInput(0, cosigner)
  const signed = Psbt.fromBase64(given.toBase64()).signInput(0, key)
  expect(() => prepare(kind, given).check(signed.toBase64())).not.toThrow()
  const other = hex.encode(cosigner.publicKey.slice(1))
  const signature = signed.data.inputs[0]?.tapScriptSig?.find(({ pubkey }) => hex.encode(pubkey) === other)
  Object.assign(signature ?? {}, {
    signature: Uint8Array.of(...bytes(signature?.signature), Transaction.SIGHASH_ALL),
  })
  expect(() => prepare(kind, given).check(signed.toBase64())).toThrow('the signature of input 0 is not valid')
})

describe('a PSBT of a multisig address without its script', () => {
  const kind = 'p2wsh multisig'

  it('is accepted if the wallet supplies the script of the spent output', () => {
    const signed = draft(kind).signInput(0, key)
    expect(() => prepare(kind, draft(kind, { hasScript: false })).check(signed.toBase64())).not.toThrow()
  })
})

describe('a finalized input', () => {
  const output = payments.p2wpkh({ pubkey: key.publicKey, network })
  const build = (): Psbt =>
    new Psbt({ network })
      .addInput({ hash: 'aa'.repeat(32), index: 0, witnessUtxo: { script: bytes(output.output), value: 100_000n } })
      .addOutput({ address: output.address ?? '', value: 99_000n })
  const prepared = () =>
    preparePsbt(build().toBase64(), {
      accounts: [{ address: output.address ?? '', type: 'payment' }],
      signInputs: undefined,
    })

  it('is rejected with a further item in the witness: the transaction would not be valid', () => {
    const signed = build().signInput(0, key)
    const { signature = new Uint8Array(), pubkey = new Uint8Array() } = signed.data.inputs[0]?.partialSig?.[0] ?? {}
    const finalScriptWitness = (...items: Uint8Array[]): string =>
      build()
        .updateInput(0, { finalScriptWitness: witnessStackToScriptWitness(items) })
        .toBase64()
    expect(() => prepared().check(finalScriptWitness(signature, pubkey))).not.toThrow()
    expect(() => prepared().check(finalScriptWitness(signature, pubkey, Uint8Array.of(1)))).toThrow(
      'finalized in a form that cannot be verified',
    )
  })

  it.each(['p2wsh', 'p2pk'])('is rejected as not verifiable if it spends a script with one key (%s)', (kind) => {
    const p2pk = payments.p2pk({ pubkey: key.publicKey, network })
    const spent = kind === 'p2wsh' ? payments.p2wsh({ redeem: p2pk, network }) : p2pk
    const funding = new Transaction()
    funding.addInput(new Uint8Array(32).fill(1), 0)
    funding.addOutput(bytes(spent.output), 100_000n)
    const address = output.address ?? ''
    const psbt = new Psbt({ network })
      .addInput({
        ...{ hash: funding.getId(), index: 0, nonWitnessUtxo: funding.toBuffer() },
        ...(kind === 'p2wsh' && { witnessScript: bytes(p2pk.output) }),
      })
      .addOutput({ address, value: 99_000n })
    const request = { accounts: [{ address, type: 'payment' as const }], signInputs: { [address]: [0] } }
    const prepared = preparePsbt(psbt.toBase64(), request)
    const signed = psbt.signInput(0, key)
    expect(() => prepared.check(signed.toBase64())).not.toThrow()
    expect(() => prepared.check(signed.finalizeInput(0).toBase64())).toThrow(
      'input 0 is not signed, or is finalized in a form that cannot be verified',
    )
  })

  it('is the same transaction if only its witness is added', () => {
    const signed = build().signInput(0, key).finalizeInput(0)
    expect(prepared().idOf(signed.toBase64())).toBe(Transaction.fromHex(prepared().finish(signed.toBase64())).getId())
  })
})
