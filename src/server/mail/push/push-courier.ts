// Sends notifications to the push services of devices, encrypted for the device and signed with our key.
import { request as requestPlain } from 'node:http';
import { request as requestTls } from 'node:https';
import { dayOf } from '../../../core/calendar.ts';
import { PUSH_USE_MS, pushOutcome, retryAfter } from '../../../core/mail/delivery.ts';
import { notificationOf } from '../../../core/mail/notification.ts';
import { pushAddress } from '../../config/push-hosts.ts';
import type { Mailing } from '../../ledger/command.ts';
import { dropMail, type Mail } from '../mails.repository.ts';
import type { Courier, SenderParts, Turn } from '../sender.ts';
import { refreshMail } from '../still-true.ts';
import { readPushKeys } from './push-keys.ts';
import { type Device, findDevice, removeSubscription } from './subscriptions.repository.ts';

interface PushSettings {
  mailing: Mailing;
  /** hosts that notifications may be sent to */
  hosts: readonly string[];
  /** the contact for push services: an https or mailto address */
  subject: string;
}

/** Notifications sent at the same time, so that one to a silent service delays few others. */
const AT_ONCE = 8;

export function pushCourier(
  { db, clock, timeZone, reminding }: SenderParts,
  { mailing, hosts, subject }: PushSettings,
): Courier {
  const ending = new AbortController();

  const sendTo = async (mail: Mail, device: Device, url: URL, turn: Turn): Promise<PushAnswer | null> => {
    const message = await written(mail, device, url);
    return post(message, () => turn.begin(mail), ending.signal);
  };

  const written = async (mail: Mail, device: Device, url: URL): Promise<PushRequest> => {
    const { default: webPush } = await import('web-push');
    const { publicKey, privateKey } = await readPushKeys(db);
    const { sender, language, message_id: tag, path } = mail;
    const notification = notificationOf(
      { sender, subject: mail.subject, language, tag, path: path ?? '/' },
      device.push_amounts === 1,
    );
    const coding = 'aes128gcm';
    const { cipherText } = webPush.encrypt(device.p256dh, device.auth, JSON.stringify(notification), coding);
    const { Authorization } = webPush.getVapidHeaders(url.origin, subject, publicKey, privateKey, coding);
    const seconds = Math.max(0, Math.floor((mail.queued_at + PUSH_USE_MS - clock.now()) / 1000));
    const headers = {
      authorization: Authorization,
      'content-encoding': coding,
      'content-type': 'application/octet-stream',
      ttl: seconds,
      urgency: 'normal',
      // Of two notifications with the same topic, a service keeps only the later for a device that is off. So repeating
      // a try with an unknown outcome does not deliver the notification twice.
      topic: tag,
    };
    return { url, headers, body: cipherText };
  };

  const send = async (due: Mail, turn: Turn, away: Map<string, string>): Promise<void> => {
    const now = clock.now();
    const { subscription_id: subscriptionId, user_id: userId } = due;
    const device =
      subscriptionId === null || userId === null
        ? undefined
        : await findDevice(db.write, { subscriptionId, userId }, now);
    // The session has ended, so the notification is void.
    if (device === undefined) return dropMail(db.write, due);
    const mail = await refreshMail(db.write, due, { mailing, reminding, now, today: dayOf(now, timeZone) });
    if (mail === null) return;
    const until = mail.queued_at + PUSH_USE_MS;
    const url = pushAddress(device.endpoint, hosts);
    const forget = () => removeSubscription(db.write, device);
    if (url === null) {
      return turn.end(mail, { outcome: 'refused', reply: 'Not the address of a known push service', also: forget });
    }
    const known = away.get(url.host);
    if (known !== undefined) return turn.end(mail, { outcome: 'later', reply: known, until });
    try {
      const answer = await sendTo(mail, device, url, turn);
      if (answer === null) return;
      const { status, text } = answer;
      const outcome = pushOutcome(status);
      const reply = `${status} ${text}`.replaceAll(/\s+/g, ' ').trim();
      if (outcome === 'gone') return await turn.end(mail, { outcome: 'refused', reply, also: forget });
      await turn.end(mail, { outcome, reply, until, notBefore: retryAfter(answer.retryAfter, now) });
    } catch (error) {
      // A message not begun when the server stopped was not tried.
      if (error instanceof NotReached && turn.isOver) return;
      const reply = error instanceof Error ? error.message : String(error);
      if (error instanceof NotReached) away.set(url.host, reply);
      await turn.end(mail, { outcome: error instanceof NotReached ? 'later' : 'unanswered', reply, until });
    }
  };

  return {
    channel: 'push',
    async send(due, turn) {
      /** hosts that could not be reached, and why; they are not tried again for each message */
      const away = new Map<string, string>();
      const waiting = [...due];
      const one = async (): Promise<void> => {
        for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
          if (turn.isOver) return;
          await send(next, turn, away);
        }
      };
      const ended = await Promise.allSettled(Array.from({ length: AT_ONCE }, one));
      for (const end of ended) if (end.status === 'rejected') throw end.reason;
    },
    rest() {},
    stop(now) {
      if (now) ending.abort();
    },
  };
}

// One request to a push service. It follows no redirects, has a time limit and reads only the beginning of the answer.

interface PushRequest {
  url: URL;
  headers: Record<string, string | number>;
  body: Buffer;
}

interface PushAnswer {
  status: number;
  /** the Retry-After header */
  retryAfter: string | null;
  text: string;
}

/** There was no connection, so nothing was sent. */
class NotReached extends Error {}

/** From connecting until the answer. */
const TIMEOUT_MS = 20_000;
const MAX_TEXT = 300;

/**
 * `begin` is called once connected, before anything is sent. If it returns false nothing is sent and the result is
 * null. Throws NotReached, whatever `begin` throws, or an Error if something was sent but no answer came. `signal`
 * aborts it.
 */
function post(
  { url, headers, body }: PushRequest,
  begin: () => Promise<boolean>,
  signal: AbortSignal,
): Promise<PushAnswer | null> {
  const isPlain = url.protocol === 'http:';
  return new Promise((resolve, reject) => {
    let hasLeft = false;
    // A new connection each time: the other side may close a kept one just as the request is sent.
    const options = { method: 'POST', headers: { ...headers, 'content-length': body.length }, agent: false, signal };
    const request = isPlain ? requestPlain(url, options) : requestTls(url, options);
    let onTimeout = (): unknown => request.destroy(new Error('No answer in time'));
    const timer = setTimeout(() => onTimeout(), TIMEOUT_MS);
    const settle = (act: () => void): void => {
      clearTimeout(timer);
      act();
    };
    const start = async (): Promise<void> => {
      const shouldSend = await begin();
      if (request.destroyed) return;
      if (!shouldSend) {
        settle(() => resolve(null));
        request.destroy();
        return;
      }
      hasLeft = true;
      request.end(body);
    };
    request.once('socket', (socket) =>
      socket.once(isPlain ? 'connect' : 'secureConnect', () => {
        start().catch((error: unknown) => {
          settle(() => reject(error));
          request.destroy();
        });
      }),
    );
    request.once('error', (error) => settle(() => reject(hasLeft ? error : new NotReached(error.message))));
    request.once('response', (response) => {
      const { statusCode: status = 0 } = response;
      const { 'retry-after': waiting = null } = response.headers;
      let text = '';
      const done = (): void => {
        settle(() => resolve({ status, retryAfter: waiting, text: text.slice(0, MAX_TEXT) }));
        request.destroy();
      };
      // It does not matter how the text ends, since the status has already given the outcome.
      onTimeout = done;
      response.setEncoding('utf8');
      response.on('data', (part: string) => {
        text += part;
        if (text.length >= MAX_TEXT) done();
      });
      response.once('error', done);
      response.once('close', done);
    });
  });
}
