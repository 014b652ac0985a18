import { chmodSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createStart } from '../fixtures/changes.js'

const { fresh } = await createStart()

it.skipIf(process.platform === 'win32')(
  'set, add and sync keep the mode of a file, even a mode with bits that the umask removes from new files',
  async () => {
    using one = await fresh()
    const [manifest, generated] = ['wallet-modal.json', 'src/wallet-modal.generated.ts']
    chmodSync(join(one.site.path, manifest), 0o666)
    chmodSync(join(one.site.path, generated), 0o660)
    const modesOf = (...paths: readonly string[]) =>
      paths.map((path) => statSync(join(one.site.path, path)).mode & 0o777)
    expect(await one.runHere(['set', 'theme=dark', '--yes', '--no-install'])).toMatchObject({ exitCode: 0 })
    expect(modesOf(manifest, generated)).toEqual([0o666, 0o660])
    expect(await one.run(['add', 'walletconnect', '--yes'])).toMatchObject({ exitCode: 0, stderr: '' })
    one.site.write(manifest, one.site.read(manifest).replace('"dark"', '"light"'))
    expect(await one.runHere(['sync'])).toMatchObject({ exitCode: 0 })
    expect(one.site.read(generated)).toContain('light')
    expect(modesOf(manifest, generated)).toEqual([0o666, 0o660])
  },
)

it.skipIf(process.platform === 'win32').each(['package.json', 'wallet-modal.json'])(
  'a read-only %s is not replaced, and nothing is installed',
  async (path) => {
    using one = await fresh()
    chmodSync(join(one.site.path, path), 0o444)
    const before = one.files()
    expect(await one.run(['add', 'walletconnect', '--yes'])).toMatchObject({
      exitCode: 5,
      stderr: expect.stringContaining(`"${path}" is read-only.`),
    })
    expect(one.files()).toEqual(before)
    expect(one.site.snapshot()).not.toHaveProperty('node_modules')
  },
)
