import { readGenerated, stateOf } from '../apply/site/site.js'
import { CliError } from '../errors.js'
import type { Check, Finding } from './finding.js'
import { findingIdOf } from './finding-ids.js'

const findings = {
  missing: ['is missing', 'The site cannot be built without it.', 'Run `npx create-wallet-modal sync`.'],
  stale: [
    'is stale',
    'The site does not do what wallet-modal.json says.',
    'Run `npx create-wallet-modal sync` and commit the file.',
  ],
  edited: [
    'was edited by hand',
    '`sync` refuses to overwrite it, so changes of wallet-modal.json have no effect.',
    'Move the change to wallet-modal.json or the config file, then run `npx create-wallet-modal sync --force`.',
  ],
} as const

const WRONG_TYPES = 'The editor shows wrong types for the modal.'

/** Checks that the generated files match wallet-modal.json and the installed plugins. Also reports errors that prevent this comparison. */
export const checkGenerated: Check = async ({ folder, known }) => {
  try {
    const generated = await readGenerated(folder, known)
    const { state, path } = stateOf(generated)
    if (state === 'current') return []
    const [what, codeWhy, fix] = findings[state]
    // a JavaScript site also has a generated file with types, which the build does not need
    const why = path === generated.layout.generatedFile || state === 'edited' ? codeWhy : WRONG_TYPES
    return [{ id: `generated-${state}`, severity: 'error', what: `${path} ${what}.`, why, fix }]
  } catch (error) {
    // `checkCapabilities` reports all missing capabilities and views; this error contains only the first
    if (error instanceof CliError) return error.code === 'MISSING_CAPABILITY' ? [] : [toFinding(error)]
    throw error
  }
}

/** Converts an error of other commands to a finding. */
export const toFinding = (error: CliError): Finding => ({
  id: findingIdOf(error.code),
  severity: 'error',
  what: error.message,
  why: 'Other commands may refuse to run, and the site may not build or start.',
  fix: error.advice ?? 'Correct it and run doctor again.',
})
