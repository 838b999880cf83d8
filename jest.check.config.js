const { evidence } = require('./jest.config');

/** The large evidence: full crash matrix, mutants, load, drill, pasted output, and the console in a browser. */
module.exports = evidence;
