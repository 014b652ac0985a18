import { readFileSync } from 'node:fs'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { problemAffectsResolutionKind, problemKindInfo } from '@arethetypeswrong/core/problems'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'

/** Kinds of module resolution to check. The packages contain ES modules only, so CommonJS resolution is not checked. */
const resolutions = /** @type {const} */ (['node16-esm', 'bundler'])

/** Problems that publint finds in the files and the manifest of a package. @param {string} path the tarball @returns {Promise<string[]>} */
export async function lint(path) {
  const tarball = new Uint8Array(readFileSync(path))
  const { messages, pkg } = await publint({ pack: { tarball: tarball.buffer }, strict: true })
  return messages.map((message) => formatMessage(message, pkg) ?? message.code)
}

/**
 * Problems that TypeScript has with the types of a package's entries, such as types that it does not find.
 * @param {string} path the tarball @returns {Promise<string[]>}
 */
export async function checkTypes(path) {
  const analysis = await checkPackage(createPackageFromTarballData(new Uint8Array(readFileSync(path))))
  if (!analysis.types) return ['The package has no types.']
  const wrong = analysis.problems.filter((problem) =>
    resolutions.some((kind) => problemAffectsResolutionKind(problem, kind, analysis)),
  )
  return wrong.map((problem) => `${problemKindInfo[problem.kind].title}: ${JSON.stringify(problem)}`)
}
