// DynamoDB in a worker thread: dynalite without its HTTP server, which costs more than the work it serves.
// Receives lists of { id, action, body } and posts lists of { id, status, body }; bodies are JSON text. Plain JavaScript, because a
// worker thread is not compiled on the fly.
const { parentPort, workerData } = require('node:worker_threads');
const db = require('dynalite/db');
const validations = require('dynalite/validations');

const ACTIONS = new Set(workerData.actions);
const store = db.create({ path: workerData.path, createTableMs: 0, deleteTableMs: 0, updateTableMs: 0 });

// dynalite does not know `ReturnValuesOnConditionCheckFailure`. The check runs under the item's lock, so the item attached here is
// the one that failed it: https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_PutItem.html
const RETURN_OLD = { type: 'String', enum: ['ALL_OLD', 'NONE'] };
for (const action of ['putItem', 'updateItem', 'deleteItem']) {
  require(`dynalite/validations/${action}`).types.ReturnValuesOnConditionCheckFailure = RETURN_OLD;
}
const checkConditional = db.checkConditional;
db.checkConditional = (data, existingItem) => {
  const error = checkConditional(data, existingItem);
  if (error && existingItem && data.ReturnValuesOnConditionCheckFailure === 'ALL_OLD') error.body.Item = existingItem;
  return error;
};

// dynalite reads the table's description before every item. A read from LevelDB's memory takes microseconds; handing it to the thread
// pool and waking up for the answer takes ten times as long, and nobody else needs this thread meanwhile.
store.db.get = (key, callback) => {
  let error = null;
  let value;
  try {
    value = store.db.getSync(key);
  } catch (reason) {
    error = reason;
  }
  setImmediate(() => callback(error, value));
};

let answers = [];
const answer = (id, status, value) => {
  // Answers of one turn go together: waking the other thread costs more than a small answer.
  if (answers.push({ id, status, body: JSON.stringify(value) }) > 1) return;
  setImmediate(() => {
    parentPort.postMessage(answers);
    answers = [];
  });
};

function handle({ id, action, body }) {
  const fail = (error) => {
    if (error.statusCode) return answer(id, error.statusCode, error.body);
    answer(id, 500, { __type: 'com.amazon.coral.service#InternalFailure', message: String(error.message ?? error) });
  };
  try {
    if (!ACTIONS.has(action)) return answer(id, 400, { __type: 'com.amazon.coral.service#UnknownOperationException' });
    const name = validations.toLowerFirst(action);
    const { types, custom } = require(`dynalite/validations/${name}`);
    const data = validations.checkTypes(parse(body), types);
    validations.checkValidations(data, types, custom, store);
    require(`dynalite/actions/${name}`)(store, data, (error, result) => (error ? fail(error) : answer(id, 200, result)));
  } catch (error) {
    fail(error);
  }
}

function parse(body) {
  try {
    return JSON.parse(body);
  } catch {
    throw Object.assign(new Error('not JSON'), { statusCode: 400, body: { __type: 'com.amazon.coral.service#SerializationException' } });
  }
}

// A failure to open, such as a lock of another process, ends the thread with that error. Messages wait until somebody listens.
store.db.open().then(() => {
  parentPort.on('message', (message) => {
    if (message === 'close') store.lifecycleManager.gracefulClose(() => parentPort.postMessage('closed'));
    else message.forEach(handle);
  });
});
