import { base58 } from '@scure/base'
import { describe, expect, it } from 'vitest'
import { describeInstruction } from './steps.js'

const SYSTEM = '11111111111111111111111111111111'
const TOKEN = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
const address = (fill: number): string => base58.encode(new Uint8Array(32).fill(fill))
const u64 = (value: bigint): readonly number[] =>
  Array.from({ length: 8 }, (_, at) => Number((value >> BigInt(8 * at)) & 0xffn))
const describeBytes = (program: string, data: readonly number[], accounts = [address(1), address(2)]) =>
  describeInstruction({ program, accounts, data: Uint8Array.from(data) }, 'SOL')
const valuesOf = ({ facts }: ReturnType<typeof describeBytes>, label: string): readonly string[] =>
  facts.filter((fact) => fact.label === label).map(({ value }) => value)

describe('describeInstruction', () => {
  it('describes a transfer, exact to the lamport', () => {
    const step = describeBytes(SYSTEM, [2, 0, 0, 0, ...u64(18_446_744_073_709_551_615n)])
    expect(step.kind).toBe('transfer')
    expect(valuesOf(step, 'value')).toEqual(['18446744073.709551615 SOL'])
    expect(valuesOf(step, 'from')).toEqual([address(1)])
    expect(valuesOf(step, 'to')).toEqual([address(2)])
    expect(valuesOf(step, 'program')).toEqual(['System'])
  })

  it('describes a transfer with an additional payment reference', () => {
    const step = describeBytes(SYSTEM, [2, 0, 0, 0, ...u64(5n)], [address(1), address(2), address(3)])
    expect(step.kind).toBe('transfer')
    expect(valuesOf(step, 'to')).toEqual([address(2)])
  })

  it('shows the owner of a new account', () => {
    const owner = Array(32).fill(8)
    const step = describeBytes(SYSTEM, [0, 0, 0, 0, ...u64(1_000_000n), ...u64(165n), ...owner])
    expect(step.kind).toBe('createAccount')
    expect(valuesOf(step, 'owner')).toEqual([address(8)])
    expect(valuesOf(step, 'value')).toEqual(['0.001 SOL'])
  })

  it('distinguishes amounts in tokens from amounts in base units', () => {
    const four = [1, 2, 3, 4].map(address)
    const checked = describeBytes(TOKEN, [12, ...u64(1_500_000n), 6], four)
    expect([valuesOf(checked, 'value'), valuesOf(checked, 'mint'), valuesOf(checked, 'to')]).toEqual([
      ['1.5'],
      [address(2)],
      [address(3)],
    ])
    const bare = describeBytes(TOKEN, [3, ...u64(1_500_000n)], four.slice(0, 3))
    expect([valuesOf(bare, 'value'), valuesOf(bare, 'baseUnits'), valuesOf(bare, 'to')]).toEqual([
      [],
      ['1500000'],
      [address(2)],
    ])
  })

  it.each([
    ['an instruction of an unknown program', address(9), [2, 0, 0, 0, ...u64(5n)]],
    ['an unknown System instruction', SYSTEM, [1, 0, 0, 0, ...Array(32).fill(1)]],
    ['a transfer with an extra byte', SYSTEM, [2, 0, 0, 0, ...u64(5n), 0]],
    ['a truncated transfer', SYSTEM, [2, 0, 0, 0, 5]],
    ['an instruction without data', SYSTEM, []],
  ])('shows %s with every account and its data', (_, program, data) => {
    const step = describeBytes(program, data)
    expect(step.kind).toBe('instruction')
    expect(valuesOf(step, 'account')).toEqual([address(1), address(2)])
    const hex = data.map((byte) => byte.toString(16).padStart(2, '0')).join('')
    expect(valuesOf(step, 'data')).toEqual(data.length > 0 ? [`0x${hex}`] : [])
  })

  it('shows a memo as text, or as bytes if the text would be misleading', () => {
    const memo = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr'
    const bytes = (text: string) => [...new TextEncoder().encode(text)]
    expect(valuesOf(describeBytes(memo, bytes('rent for May')), 'data')).toEqual(['rent for May'])
    expect(valuesOf(describeBytes(memo, bytes('a\u202Eb')), 'data')).toEqual(['0x61e280ae62'])
  })
})
