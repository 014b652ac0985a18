import type { JsonObject } from '../files/json.js'
import type { PluginManifest } from './plugin-manifest.js'

/** Required options of a plugin that are not set. */
export const missingOptions = ({ options }: PluginManifest, values: JsonObject): readonly string[] =>
  (options.required ?? []).filter((name) => !(name in values))

/** Options of a plugin that must be set as code in the config file. */
export const requiredCodeOptions = ({ codeOptions }: PluginManifest): readonly string[] =>
  codeOptions.filter(({ required }) => required).map(({ name }) => name)
