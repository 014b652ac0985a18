import { expect, it } from 'vitest'
import { createRecoveryCode, openShare, readRecoveryCode, sealShare } from './recovery.js'

const address = `0x${'Ab'.repeat(20)}`
const share = new Uint8Array(33).fill(5)

it('a recovery code opens the share that was sealed with it, as displayed or as typed', async () => {
  const code = createRecoveryCode()
  const sealed = await sealShare(share, code, address)
  for (const typed of [code, code.toLowerCase(), code.replaceAll('-', ' ')])
    expect(await openShare(sealed, readRecoveryCode(typed) ?? '', address.toLowerCase())).toEqual(share)
})

it('another code, another account or a changed text opens nothing', async () => {
  const code = readRecoveryCode(createRecoveryCode()) ?? ''
  const sealed = await sealShare(share, code, address)
  expect(await openShare(sealed, readRecoveryCode(createRecoveryCode()) ?? '', address)).toBeUndefined()
  expect(await openShare(sealed, code, `0x${'cd'.repeat(20)}`)).toBeUndefined()
  const changed = sealed.map((byte, at) => (at === 20 ? byte ^ 1 : byte))
  expect(await openShare(changed, code, address)).toBeUndefined()
})

it.each([
  ['25 characters', 'A'.repeat(25)],
  ['27 characters', 'A'.repeat(27)],
  ['a character outside of the alphabet', `${'A'.repeat(25)}U`],
  ['nothing', ''],
])('%s are no recovery code', (_, text) => {
  expect(readRecoveryCode(text)).toBeUndefined()
})

it('letters that look like digits are read as digits', () => {
  expect(readRecoveryCode(`oOiIlL${'2'.repeat(20)}`)).toBe(`001111${'2'.repeat(20)}`)
})

it('digits of an Arabic keyboard are read as digits', () => {
  expect(readRecoveryCode(`٠١٢٣${'A'.repeat(22)}`)).toBe(`0123${'A'.repeat(22)}`)
})
