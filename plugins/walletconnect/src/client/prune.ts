import type { Client } from './client.js'

/**
 * Drops what the client remembers of sessions and pairings that are over. It keeps each message and request for a month, which fills the
 * browser's storage with every connection.
 */
export async function prune({ sign }: Client, isOpen: (topic: string) => boolean): Promise<void> {
  const { history, relayer } = sign.core
  const { messages } = relayer
  const over = (topics: Iterable<string>): readonly string[] => [...new Set(topics)].filter((topic) => !isOpen(topic))
  for (const topic of over(history.values.map((record) => record.topic))) history.delete(topic)
  for (const topic of over(messages.messages.keys())) await messages.del(topic)
}
