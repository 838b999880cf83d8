import '../function-environment';

/** What the charge function has besides. Import this before its handler. */
process.env.PROVIDER_SECRET_ARN = 'arn:aws:secretsmanager:eu-central-1:111122223333:secret:provider';
