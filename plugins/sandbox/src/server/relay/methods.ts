import * as v from 'valibot'
import type { Mailbox } from './mailbox.js'

/** 30 days, the protocol's maximum for storing a message. */
const maxTtlSeconds = 2_592_000
const maxTopics = 500

const topic = v.pipe(v.string(), v.regex(/^[\da-f]{64}$/i, 'a topic must be 64 hex digits'))
const message = v.pipe(v.string(), v.minLength(1, 'a message must not be empty'))
const ttl = v.optional(
  v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(maxTtlSeconds, 'the ttl must be at most 30 days')),
  300,
)
const tag = v.optional(v.number(), 0)
const attestation = v.optional(v.string())
const topicList = v.pipe(v.array(topic), v.maxLength(maxTopics))

const envelope = v.object({ topic, message, ttl, tag, attestation })
const proposal = v.object({ pairingTopic: topic, sessionProposal: message, ttl, tag, attestation })
const approval = v.object({
  pairingTopic: topic,
  sessionTopic: topic,
  sessionProposalResponse: message,
  sessionSettlementRequest: message,
  ttl,
  tag,
})

/** Outcome of a request: its result, and the topics whose queued messages are delivered next. */
export interface RequestOutcome {
  readonly result: unknown
  readonly replay?: readonly string[]
}

type Method = (mailbox: Mailbox, clientId: string, params: unknown) => RequestOutcome

const method =
  <T>(
    schema: v.GenericSchema<unknown, T>,
    run: (mailbox: Mailbox, clientId: string, params: T) => RequestOutcome,
  ): Method =>
  (mailbox, clientId, params) =>
    run(mailbox, clientId, v.parse(schema, params))

/** Tag of a response to a session proposal. */
const PROPOSAL_RESPONSE = 1101

const fetchMessages = (mailbox: Mailbox, clientId: string, topics: readonly string[]): RequestOutcome => {
  const messages = mailbox.unacknowledged(clientId, topics).map(({ acknowledge, topic, message, publishedAt, tag }) => {
    acknowledge()
    return { topic, message, publishedAt, tag }
  })
  return { result: { messages, hasMore: false } }
}

const publish = method(envelope, (mailbox, clientId, params) => ({ result: mailbox.publish(clientId, params) }))

const methods: Readonly<Record<string, Method>> = {
  irn_publish: publish,
  irn_batchPublish: method(v.object({ messages: v.array(envelope) }), (mailbox, clientId, { messages }) => {
    for (const one of messages) mailbox.publish(clientId, one)
    return { result: true }
  }),
  irn_subscribe: method(v.object({ topic }), (mailbox, clientId, params) => ({
    result: mailbox.subscribe(clientId, params.topic),
    replay: [params.topic],
  })),
  irn_batchSubscribe: method(v.object({ topics: topicList }), (mailbox, clientId, { topics }) => ({
    result: topics.map((one) => mailbox.subscribe(clientId, one)),
    replay: topics,
  })),
  irn_unsubscribe: method(v.object({ topic }), (mailbox, clientId, params) => ({
    result: mailbox.unsubscribe(clientId, params.topic),
  })),
  irn_batchUnsubscribe: method(
    v.object({ subscriptions: v.array(v.object({ topic })) }),
    (mailbox, clientId, { subscriptions }) => {
      for (const one of subscriptions) mailbox.unsubscribe(clientId, one.topic)
      return { result: true }
    },
  ),
  irn_fetchMessages: method(v.object({ topic }), (mailbox, clientId, params) =>
    fetchMessages(mailbox, clientId, [params.topic]),
  ),
  irn_batchFetchMessages: method(v.object({ topics: topicList }), (mailbox, clientId, { topics }) =>
    fetchMessages(mailbox, clientId, topics),
  ),
  wc_proposeSession: method(proposal, (mailbox, clientId, { pairingTopic, sessionProposal, ...rest }) => {
    mailbox.subscribe(clientId, pairingTopic)
    const result = mailbox.publish(clientId, { ...rest, topic: pairingTopic, message: sessionProposal })
    return { result, replay: [pairingTopic] }
  }),
  wc_approveSession: method(approval, (mailbox, clientId, params) => {
    const { pairingTopic, sessionTopic, sessionProposalResponse, sessionSettlementRequest, ttl, tag } = params
    mailbox.subscribe(clientId, sessionTopic)
    mailbox.publish(clientId, { topic: pairingTopic, message: sessionProposalResponse, ttl, tag: PROPOSAL_RESPONSE })
    const result = mailbox.publish(clientId, { topic: sessionTopic, message: sessionSettlementRequest, ttl, tag })
    return { result, replay: [sessionTopic] }
  }),
}

/** Handles one request of a client. `null` for an unknown method; throws a `ValiError` for invalid parameters. */
export function handleRequest(
  mailbox: Mailbox,
  clientId: string,
  name: string,
  params: unknown,
): RequestOutcome | null {
  const run = Object.hasOwn(methods, name) ? methods[name] : undefined
  return run ? run(mailbox, clientId, params) : null
}
