import { readFileSync } from 'node:fs'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { problemAffectsResolutionKind, problemKindInfo } from '@arethetypeswrong/core/problems'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'

/** How TypeScript may find the packages. The packages contain ES modules only, so other ways are not checked. */
const resolutions = /** @type {const} */ (['node16-esm', 'bundler'])

/** What publint finds in the files and the manifest of a package, a sentence each. @param {string} path the tarball @returns {Promise<string[]>} */
export async function lint(path) {
  const tarball = new Uint8Array(readFileSync(path))
  const { messages, pkg } = await publint({ pack: { tarball: tarball.buffer }, strict: true })
  return messages.map((message) => formatMessage(message, pkg) ?? message.code)
}

/** Entries of a package whose types TypeScript does not find, a sentence each. @param {string} path the tarball @returns {Promise<string[]>} */
export async function checkTypes(path) {
  const analysis = await checkPackage(createPackageFromTarballData(new Uint8Array(readFileSync(path))))
  if (!analysis.types) return ['The package has no types.']
  const wrong = analysis.problems.filter((problem) =>
    resolutions.some((kind) => problemAffectsResolutionKind(problem, kind, analysis)),
  )
  return wrong.map((problem) => `${problemKindInfo[problem.kind].title}: ${JSON.stringify(problem)}`)
}
