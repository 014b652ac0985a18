import { join } from 'node:path'
import { packWorkspace } from '../registry/pack.mjs'
import { green, guard, red, run, say } from '../setup/steps.mjs'
import { repository } from '../setup/workspaces.mjs'

/**
 * Checks every package as npm would publish it: publint checks the files and the manifest; attw checks that TypeScript finds the types of
 * each entry.
 */
const tool = (/** @type {string} */ path) => join(repository, 'node_modules', path)

const publint = (/** @type {string} */ tarball) =>
  run(process.execPath, [tool('publint/src/cli.js'), 'run', tarball, '--strict'])

/** @param {string} tarball */
function attw(tarball) {
  const options = ['--profile', 'esm-only', '--no-emoji', '--no-color', '--format', 'ascii', '--no-definitely-typed']
  return run(process.execPath, [tool('@arethetypeswrong/cli/dist/index.js'), tarball, ...options])
}

/** Whether the package has entries with types, and not only commands. @param {import('../registry/pack.mjs').Packed} packed */
const hasEntries = ({ files }) => files.includes('dist/index.d.ts')

/** @param {import('../registry/pack.mjs').Packed} packed */
async function check(packed) {
  const results = await Promise.all([
    publint(packed.tarball),
    hasEntries(packed) ? attw(packed.tarball) : { ok: true, output: '' },
  ])
  const failed = results.filter(({ ok }) => !ok)
  say(`  ${failed.length ? red('failed') : green('passed')} ${packed.name}`)
  for (const { output } of failed) say(output.trimEnd())
  return failed.length === 0
}

await guard(async () => {
  let ok = true
  for (const packed of await packWorkspace()) ok = (await check(packed)) && ok
  return ok
})
