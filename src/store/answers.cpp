// What the store's jobs have brought: answers, errors, and what is kept beside them.
#include <soci/soci.h>

#include "connection.h"
#include "rows.h"
#include "seals.h"

namespace foray {

using soci::into;
using soci::use;

std::optional<std::string> Store::answer(const std::string& kind, const std::string& topic, const std::string& label) {
    std::optional<std::string> out;
    connection_->run([&] {
        AnswerCells cells;
        auto query = (connection_->sql().prepare << "select " + std::string(AnswerCells::kColumns) +
                                                        " from job where kind = :kind and topic = :topic and label = :label"
                                                        " and state = 'done'",
                      use(kind), use(topic), use(label));
        if (soci::statement(cells.bind(query)).execute(true)) out = sound(read_row(cells, kind, topic)).output;
    });
    return out;
}

std::vector<Store::Answer> Store::answers(const std::string& kind, const std::string& topic, std::int64_t from) {
    std::vector<Answer> out;
    connection_->run([&] {
        const auto first = static_cast<long long>(from);
        AnswerCells cells;
        auto query = (connection_->sql().prepare << "select " + std::string(AnswerCells::kColumns) +
                                                        " from job where kind = :kind and topic = :topic and state = 'done'"
                                                        " and id >= :first order by id",
                      use(kind), use(topic), use(first));
        soci::statement select(cells.bind(query));
        select.execute();
        while (select.fetch()) out.push_back(sound(read_row(cells, kind, topic)));
    });
    return out;
}

std::vector<std::pair<std::string, std::string>> Store::poison(const std::string& kind, const std::string& topic) {
    std::vector<std::pair<std::string, std::string>> out;
    connection_->run([&] {
        std::pair<std::string, std::string> row;
        soci::statement select =
            (connection_->sql().prepare
                 << "select label, error from job where kind = :kind and topic = :topic and state = 'poison' order by id",
             use(kind), use(topic), into(row.first), into(row.second));
        select.execute();
        while (select.fetch()) out.push_back(row);
    });
    return out;
}

std::int64_t Store::late_answers() {
    long long count = 0;
    connection_->run([&] { connection_->sql() << "select count(*) from late_answer", into(count); });
    return count;
}

std::int64_t Store::disbelieve(const std::string& kind, const std::string& topic, const std::string& worker) {
    std::int64_t count = 0;
    connection_->transact([&] {
        soci::statement drop =
            (connection_->sql().prepare << "delete from job where kind = :kind and topic = :topic and state = 'done' and owner = :worker",
             use(kind), use(topic), use(worker));
        drop.execute(true);
        count = drop.get_affected_rows();
    });
    return count;
}

void Store::forget_answer(const std::string& kind, const std::string& topic, const std::string& label) {
    connection_->transact([&] {
        const std::string which = " kind = :kind and topic = :topic and label = :label and state = 'done'";
        connection_->sql() << "delete from job_need where job in (select id from job where" + which + ")", use(kind), use(topic),
            use(label);
        connection_->sql() << "delete from job where" + which, use(kind), use(topic), use(label);
    });
}

void Store::forget(const std::string& topic, const std::string& key) {
    connection_->transact([&] { connection_->sql() << "delete from kept where topic = :topic and name = :name", use(topic), use(key); });
}

void Store::keep(const std::string& topic, const std::string& key, const std::string& value) {
    connection_->transact([&] {
        const Seal seal = seal_of_kept(topic, key, value);
        connection_->sql() << "insert into kept (topic, name, value, seal) values (:topic, :name, :value, :seal)"
                              " on conflict (topic, name) do update set value = excluded.value, seal = excluded.seal",
            use(topic), use(key), use(value), use(seal);
    });
}

std::optional<std::string> Store::kept(const std::string& topic, const std::string& key) {
    std::optional<std::string> out;
    connection_->run([&] {
        TextCell value;
        NumberCell seal;
        connection_->sql() << "select value, seal from kept where topic = :topic and name = :name", use(topic), use(key), value.into(),
            seal.into();
        if (connection_->sql().got_data()) out = sound(read_kept(value, seal, topic, key));
    });
    return out;
}

std::vector<std::string> Store::topics(const std::string& key) {
    std::vector<std::string> out;
    connection_->run([&] {
        std::string topic;
        soci::statement select =
            (connection_->sql().prepare << "select topic from kept where name = :name order by topic", use(key), into(topic));
        select.execute();
        while (select.fetch()) out.push_back(topic);
    });
    return out;
}

}  // namespace foray
