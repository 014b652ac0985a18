import { expect, it } from 'vitest'
import { npmFailed } from './npm-error.js'

it('names the system error if npm could not be started', () => {
  const error = Object.assign(new Error('spawn npm EACCES'), { code: 'EACCES' })
  expect(npmFailed('fetch "x"', { exitCode: undefined, stdout: '', stderr: '', error })).toMatchObject({
    code: 'INSTALL_FAILED',
    message: 'npm could not fetch "x" (EACCES).',
  })
})

it('states that npm was stopped if it ended without an exit code', () => {
  const end = { exitCode: undefined, stdout: '', stderr: '', error: undefined }
  expect(npmFailed('fetch "x"', end).message).toBe('npm could not fetch "x" (it was stopped).')
})
