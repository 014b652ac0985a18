import type { JsonObject } from '../files/json.js'
import type { PluginManifest } from './plugin-manifest.js'

/** Names of a plugin's required options that `values` does not contain. */
export const missingOptions = ({ options }: PluginManifest, values: JsonObject): readonly string[] =>
  (options.required ?? []).filter((name) => !(name in values))

/** Names of a plugin's required options that only code in the config file can set, such as functions. */
export const requiredCodeOptions = ({ codeOptions }: PluginManifest): readonly string[] =>
  codeOptions.filter(({ required }) => required).map(({ name }) => name)
