import { packWorkspace } from '../registry/pack.mjs'
import { green, guard, red, say } from '../setup/steps.mjs'
import { checkTypes, lint } from './findings.mjs'

/** Checks every package as npm would publish it. */

/** Whether the package has entries with types, and not only commands. @param {import('../registry/pack.mjs').Packed} packed */
const hasEntries = ({ files }) => files.includes('dist/index.d.ts')

/** @param {import('../registry/pack.mjs').Packed} packed */
async function check(packed) {
  const findings = [...(await lint(packed.tarball)), ...(hasEntries(packed) ? await checkTypes(packed.tarball) : [])]
  say(`  ${findings.length ? red('failed') : green('passed')} ${packed.name}`)
  for (const finding of findings) say(finding)
  return findings.length === 0
}

await guard(async () => {
  let ok = true
  for (const packed of await packWorkspace()) ok = (await check(packed)) && ok
  return ok
})
