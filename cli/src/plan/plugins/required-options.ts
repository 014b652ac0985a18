import type { JsonObject } from '../files/json.js'
import type { PluginManifest } from './plugin-manifest.js'

/** The options that a plugin cannot be without and that are not set yet. */
export const missingOptions = ({ options }: PluginManifest, given: JsonObject): readonly string[] =>
  (options.required ?? []).filter((name) => !(name in given))

/** The options that a plugin needs as code, in the config file. */
export const neededCode = ({ codeOptions }: PluginManifest): readonly string[] =>
  codeOptions.filter(({ required }) => required).map(({ name }) => name)
